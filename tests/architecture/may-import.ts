const generated = 'prisma/generated';
const core = 'lib/core';
const contracts = 'lib/contracts';
const platform = 'lib/platform';
const useCases = ['lib/accounts', 'lib/events', 'lib/streams', 'lib/metrics', 'lib/webhooks', 'lib/plans'];
const useCasesMayImport = [...useCases, 'lib/auth', platform, contracts, core, generated];

/**
 * Who may import whom; docs/architecture.md shows the same table. A name stands for a file, or for all files of a
 * folder; a folder may always import itself. What a row does not name is forbidden, types included.
 */
export const mayImport: Record<string, string[]> = {
  [core]: [],
  [contracts]: [core],
  [platform]: [contracts, core, generated],
  'lib/auth': [platform, contracts, core, generated],
  'lib/accounts': useCasesMayImport,
  'lib/events': useCasesMayImport,
  'lib/streams': useCasesMayImport,
  'lib/metrics': useCasesMayImport,
  'lib/webhooks': useCasesMayImport,
  'lib/plans': useCasesMayImport,
  'lib/http': ['lib/auth', platform, contracts, core],
  'lib/browser': [contracts, core],
  components: ['lib/browser', contracts, core],
  app: ['components', 'lib/browser', 'lib/http', 'lib/auth', ...useCases, platform, contracts, core],
  'server/web': ['lib/http', 'lib/auth', ...useCases, platform, contracts, core],
  'server/gateway': ['lib/streams/state', platform, contracts, core, generated, 'scripts/worker-node-options.mjs'],
  'server/worker': ['lib/platform/log.ts', 'lib/platform/env/worker-env.ts', contracts, core],
  'server/all-in-one': [platform, core, 'scripts/find-livekit.mjs'],
  'server/migrate': [platform, core],
};
