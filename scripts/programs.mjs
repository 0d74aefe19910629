/**
 * Every program: its name in dist/, and its entry file, which is a `main.ts` or a `*.program.ts`. The build bundles this
 * list, `npm start` starts programs by its names, and docs/architecture.md shows it.
 *
 * - `bundle`: `plain` leaves packages outside, `packed` has them inside, `script` is packed CommonJS.
 * - `loader`: The entry file of dist/NAME.mjs where that only loads the script.
 * - `restarts`: The running program that starts again when this one has changed, in development.
 */
export const programs = {
  web: { entry: 'server/web/main.ts', bundle: 'plain', restarts: 'web' },
  'timeline-reader': { entry: 'server/web/recordings/timeline-reader.program.ts', bundle: 'packed', restarts: 'web' },
  // Cameras wait for it when it starts again.
  gateway: { entry: 'server/gateway/main.ts', bundle: 'packed', restarts: 'gateway' },
  'srt-router': {
    entry: 'server/gateway/srt-router/thread/srt-router.program.ts',
    bundle: 'packed',
    restarts: 'gateway',
  },
  // Workers end with their gateway.
  worker: {
    entry: 'server/worker/main.ts',
    bundle: 'script',
    loader: 'server/worker/cached-main.ts',
    restarts: 'gateway',
  },
  // These two hold what they use of node-av; the native part alone is outside.
  'srt-reader': { entry: 'server/worker/sources/srt/srt-reader.program.ts', bundle: 'packed', restarts: 'gateway' },
  'srt-output': { entry: 'server/worker/outputs/srt/srt-output.program.ts', bundle: 'packed', restarts: 'gateway' },
  recorder: { entry: 'server/worker/outputs/recorder/recorder.program.ts', bundle: 'packed', restarts: 'gateway' },
  destinations: {
    entry: 'server/worker/outputs/destinations/destinations.program.ts',
    bundle: 'packed',
    restarts: 'gateway',
  },
  uploader: { entry: 'server/uploader/main.ts', bundle: 'packed' },
  exporter: { entry: 'server/exporter/main.ts', bundle: 'packed', restarts: 'exporter' },
  'export-muxer': {
    entry: 'server/exporter/muxer/export-muxer.program.ts',
    bundle: 'packed',
    restarts: 'exporter',
  },
  migrate: { entry: 'server/migrate/main.ts', bundle: 'plain' },
  // Runs on machines that have none of our packages.
  'tally-agent': { entry: 'server/tally-agent/main.ts', bundle: 'packed' },
  doctor: { entry: 'server/doctor/main.ts', bundle: 'plain' },
  'reset-password': { entry: 'server/reset-password/main.ts', bundle: 'plain' },
  backup: { entry: 'server/migrate/backup/backup.program.ts', bundle: 'plain' },
  // Waits all day: half of its memory would be the text of packages.
  'all-in-one': { entry: 'server/all-in-one/main.ts', bundle: 'packed' },
  'run-tool': { entry: 'server/all-in-one/run-tool.program.ts', bundle: 'plain' },
  'new-migration': { entry: 'server/migrate/new-migration.program.ts', bundle: 'plain' },
};
