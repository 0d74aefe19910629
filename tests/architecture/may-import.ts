const generated = 'prisma/generated';
const core = 'lib/core';
const contracts = 'lib/contracts';
const platform = 'lib/platform';
const log = 'lib/platform/log.ts';
const workerRoom = (name: string): string => `server/worker/${name}`;

/** The users' actions, one use case a file. */
export const useCases = [
  'lib/use-cases/accounts',
  'lib/use-cases/api-tokens',
  'lib/use-cases/audit',
  'lib/use-cases/events',
  'lib/use-cases/members',
  'lib/use-cases/metrics',
  'lib/use-cases/phones',
  'lib/use-cases/plans',
  'lib/use-cases/recordings',
  'lib/use-cases/reports',
  'lib/preflight',
  'lib/use-cases/sharing',
  'lib/use-cases/streams',
  'lib/use-cases/tally',
  'lib/use-cases/webhooks',
];

/**
 * The imports that each folder may have; docs/architecture.md shows the same table. A name stands for a file or for all
 * files of a folder. A folder may import itself; every other import, types included, is forbidden.
 */
export const mayImport: Record<string, string[]> = {
  [core]: [],
  [contracts]: [core],
  [platform]: [contracts, core, generated],
  'lib/auth': [platform, contracts, core, generated],
  'lib/http': ['lib/auth', platform, contracts, core],
  'lib/browser': [contracts, core],
  components: ['lib/browser', contracts, core],
  app: ['components', 'lib/browser', 'lib/http', 'lib/auth', ...useCases, platform, contracts, core],
  'server/web': ['lib/http', 'lib/auth', ...useCases, platform, contracts, core],
  'server/gateway': [
    'lib/use-cases/streams/state',
    platform,
    contracts,
    core,
    generated,
    'scripts/worker-node-options.mjs',
  ],
  'server/exporter': ['lib/use-cases/recordings', platform, contracts, core, generated],
  'server/uploader': [platform, contracts, core],
  'server/worker': ['lib/platform/log.ts', 'lib/platform/env/worker-env.ts', contracts, core],
  // The worker's rooms, from its floor upwards.
  [workerRoom('control')]: [log, contracts, core],
  [workerRoom('media')]: [workerRoom('control'), log, contracts, core],
  [workerRoom('srt-listener')]: [workerRoom('control'), contracts, core],
  [workerRoom('livekit')]: [workerRoom('control'), contracts],
  [workerRoom('feed')]: [workerRoom('control'), log, contracts],
  [workerRoom('program')]: [workerRoom('feed'), workerRoom('media'), workerRoom('control'), log, contracts, core],
  [workerRoom('monitor')]: [
    workerRoom('program'),
    workerRoom('feed'),
    workerRoom('media'),
    workerRoom('control'),
    log,
    contracts,
    core,
  ],
  [workerRoom('sources')]: [
    workerRoom('feed'),
    workerRoom('srt-listener'),
    workerRoom('livekit'),
    workerRoom('media'),
    workerRoom('control'),
    log,
    core,
  ],
  [workerRoom('outputs')]: [
    workerRoom('monitor'),
    workerRoom('program'),
    workerRoom('feed'),
    workerRoom('srt-listener'),
    workerRoom('livekit'),
    workerRoom('media'),
    workerRoom('control'),
    log,
    'lib/platform/env/worker-env.ts',
    contracts,
    core,
  ],
  'server/tally-agent': [
    'lib/platform/log.ts',
    'lib/platform/process',
    'lib/platform/env/hide-secrets.ts',
    'lib/platform/env/tally-agent-env.ts',
    contracts,
    core,
  ],
  'server/all-in-one': [platform, core, 'scripts/find-livekit.mjs', 'scripts/programs.mjs'],
  'server/migrate': [platform, core],
  'server/doctor': ['lib/preflight', platform, contracts, core],
  'server/reset-password': ['lib/use-cases/accounts', platform, core],
};
for (const room of useCases) mayImport[room] = [...useCases, 'lib/auth', platform, contracts, core, generated];
