const generated = 'prisma/generated';
const core = 'lib/core';
const contracts = 'lib/contracts';
const platform = 'lib/platform';
const media = 'lib/media';
const log = 'lib/platform/log.ts';
const loop = 'lib/platform/process/loop.ts';
const pinnedHost = 'lib/platform/pinned-host.ts';
const pinnedRequest = 'lib/platform/pinned-request.ts';
const replaceFile = 'lib/platform/process/replace-file.ts';
const useCases = 'lib/use-cases';
const workerRoom = (name: string): string => `server/worker/${name}`;

/**
 * The imports that each folder may have; docs/architecture.md shows the same table. A name stands for a file or for all
 * files of a folder. A folder may import itself; every other import, types included, is forbidden.
 */
export const mayImport: Record<string, string[]> = {
  [core]: [],
  [contracts]: [core],
  [platform]: [contracts, core, generated],
  [media]: [contracts, core],
  'lib/auth': [platform, contracts, core, generated],
  'lib/preflight': [platform, contracts, core],
  [useCases]: ['lib/preflight', 'lib/auth', platform, contracts, core, generated],
  'lib/http': ['lib/auth', platform, contracts, core],
  'lib/browser': [contracts, core],
  components: ['lib/browser', contracts, core],
  app: ['components', 'lib/browser', 'lib/http', 'lib/auth', useCases, platform, contracts, core],
  'server/web': ['lib/http', 'lib/auth', useCases, platform, contracts, core],
  'server/gateway': [
    'lib/use-cases/streams/state',
    platform,
    contracts,
    core,
    generated,
    'scripts/worker-node-options.mjs',
  ],
  'server/exporter': ['lib/use-cases/recordings', platform, media, contracts, core, generated],
  'server/uploader': [platform, contracts, core],
  'server/worker': [
    log,
    loop,
    replaceFile,
    pinnedHost,
    pinnedRequest,
    'lib/platform/env/worker-env.ts',
    media,
    contracts,
    core,
  ],
  // The worker's rooms, from its floor upwards.
  [workerRoom('control')]: [log, loop, contracts, core],
  [workerRoom('srt-listener')]: [workerRoom('control'), contracts, core],
  [workerRoom('livekit')]: [workerRoom('control'), contracts],
  [workerRoom('feed')]: [workerRoom('control'), log, contracts, core],
  [workerRoom('program')]: [workerRoom('feed'), media, workerRoom('control'), log, contracts, core],
  [workerRoom('monitor')]: [
    workerRoom('program'),
    workerRoom('feed'),
    media,
    workerRoom('control'),
    log,
    contracts,
    core,
  ],
  [workerRoom('sources')]: [
    workerRoom('program'),
    workerRoom('feed'),
    workerRoom('srt-listener'),
    workerRoom('livekit'),
    media,
    workerRoom('control'),
    log,
    'lib/platform/env/worker-env.ts',
    pinnedHost,
    pinnedRequest,
    contracts,
    core,
  ],
  [workerRoom('outputs')]: [
    workerRoom('monitor'),
    workerRoom('program'),
    workerRoom('feed'),
    workerRoom('srt-listener'),
    workerRoom('livekit'),
    media,
    workerRoom('control'),
    log,
    loop,
    replaceFile,
    pinnedHost,
    pinnedRequest,
    'lib/platform/env/worker-env.ts',
    contracts,
    core,
  ],
  'server/tally-agent': [
    'lib/platform/log.ts',
    'lib/platform/process',
    'lib/platform/env/tally-agent-env.ts',
    contracts,
    core,
  ],
  // In Companion: a page's way to the server, without its screens.
  'integrations/companion': [
    'lib/browser/api',
    'lib/browser/data/cable-consumer.ts',
    'lib/browser/data/list-change.ts',
    'lib/browser/ptz/ptz-driver.ts',
    contracts,
    core,
  ],
  'server/all-in-one': [platform, core, 'scripts/find-livekit.mjs', 'scripts/programs.mjs'],
  'server/migrate': [platform, core],
  'server/doctor': ['lib/preflight', platform, contracts, core],
  'server/reset-password': ['lib/use-cases/accounts', platform, core],
};
