import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const alias = { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') };
const setupFiles = ['tests/support/servers/test-file-env.ts'];
/**
 * Starts a router again before libsrt gives it up; takes the machine's only place for a bridge, which any camera with
 * viewers may have.
 */
const alone = [
  'tests/gateway/srt-router/restore-connections.test.ts',
  'tests/worker/outputs/room/publish/layers.test.ts',
];
/** Gateways that are paused and killed. */
const chaos = ['tests/gateway/takeover.test.ts', 'tests/gateway/reconciler/lease-holder.test.ts'];
/**
 * What lasts: datagrams, requests and media are damaged by the thousand, links lose packets, and every format and cipher is
 * sent once.
 */
const long = [
  'tests/gateway/arrivals/arrivals.test.ts',
  'tests/gateway/doctor/doctor.test.ts',
  'tests/gateway/impairment.test.ts',
  'tests/gateway/latency.test.ts',
  'tests/gateway/several-of-each.test.ts',
  'tests/gateway/srt-router/attacks.test.ts',
  'tests/gateway/srt-router/srt-encryption.test.ts',
  'tests/gateway/srt-router/srt-router-safety.test.ts',
  'tests/gateway/store/retention/**/*.test.ts',
  'tests/programs/version-before.test.ts',
  'tests/programs/web/web-attacks.test.ts',
  'tests/worker/any-input.test.ts',
  'tests/worker/damaged-media.test.ts',
  'tests/worker/limits.test.ts',
  'tests/worker/outputs/hostile-player.test.ts',
  'tests/worker/picture-watch.test.ts',
  'tests/worker/relayed-viewer.test.ts',
  'tests/worker/quiet-footage.test.ts',
  'tests/worker/mid-stream-changes.test.ts',
  'tests/worker/outputs/room/transcode/audio-transcoder.test.ts',
];
/** What waits for most of its time: programs are killed, links expire, viewers come late. */
const slow = [
  'tests/gateway/reconciler/restarts.test.ts',
  'tests/gateway/reconciler/takeover.test.ts',
  'tests/gateway/share-links.test.ts',
  'tests/gateway/srt-router/two-gateways.test.ts',
  'tests/gateway/two-gateways.test.ts',
  'tests/worker/outputs/outputs.test.ts',
  'tests/worker/outputs/srt-output.test.ts',
  'tests/worker/outputs/room/publish/source-layer.test.ts',
  'tests/worker/worker-failures.test.ts',
  'tests/worker/worker-life.test.ts',
];
/**
 * Of API and cable: which set the environment, or replace a module, before they load what reads it, and which use up a
 * limit that all share. The other files share a process, its modules and its database, which each finds empty.
 */
const ownProcess = [
  'tests/api/auth/email/change-by-link.test.ts',
  'tests/api/auth/entrance-pages.test.ts',
  'tests/api/auth/login.test.ts',
  'tests/api/auth/password-queue.test.ts',
  'tests/api/auth/password-reset.test.ts',
  'tests/api/auth/signup.test.ts',
  'tests/api/auth/signup-setting.test.ts',
  'tests/api/auth/sso*.test.ts',
  'tests/api/billing.test.ts',
  'tests/api/database-away.test.ts',
  'tests/api/events/livekit-url.test.ts',
  'tests/api/healthz.test.ts',
  'tests/api/limits.test.ts',
  'tests/api/members/invitation-mail.test.ts',
  'tests/api/plan.test.ts',
  'tests/api/streams/lan-addresses.test.ts',
  'tests/web/cable/auth-sessions.test.ts',
  'tests/web/cable/messages.test.ts',
  'tests/web/cable/policy.test.ts',
  'tests/web/webhooks/outbox-away.test.ts',
  'tests/web/webhooks/webhook-document.test.ts',
  'tests/web/webhooks/webhook-sender.test.ts',
];
/** With a camera and viewers. */
const revokedViewer = 'tests/web/rooms/revoked-viewer.test.ts';

/** Real encoders on a machine that is shared with others: a test that fails once and then passes is reported. */
const media = {
  setupFiles,
  testTimeout: 60_000,
  hookTimeout: 30_000,
  // Those of a file that wait for streams may run side by side.
  maxConcurrency: 2,
  retry: 1,
  // After the suites that fill both cores: they measure time.
  sequence: { groupOrder: 1 },
};

export default defineConfig({
  test: {
    globalSetup: ['tests/support/servers/servers.ts'],
    // Most tests wait for something most of the time: several at once do each other no harm, even on two cores.
    maxWorkers: 4,
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: ['{lib,server,components}/**/*.test.{ts,tsx}'],
          // Pure, so they may share the modules; loading those anew for each file would take four times as long.
          isolate: false,
          // The machine may be busy with other suites.
          testTimeout: 20_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          exclude: ownProcess,
          setupFiles,
          testTimeout: 20_000,
          isolate: false,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'cable',
          include: ['tests/web/**/*.test.ts'],
          exclude: [revokedViewer, ...ownProcess],
          isolate: false,
          setupFiles,
          // The official client asks again every half second, and pings come every three.
          testTimeout: 20_000,
        },
      },
      {
        resolve: { alias },
        test: { name: 'own-process', include: ownProcess, setupFiles, testTimeout: 20_000 },
      },
      {
        resolve: { alias },
        test: { name: 'platform', include: ['tests/platform/**/*.test.ts'], setupFiles, testTimeout: 20_000 },
      },
      {
        resolve: { alias },
        test: { name: 'architecture', include: ['tests/architecture/**/*.test.ts'], testTimeout: 20_000 },
      },
      {
        resolve: { alias },
        test: {
          ...media,
          name: 'gateway',
          include: ['tests/gateway/**/*.test.ts', 'tests/support/**/*.test.ts'],
          exclude: [...alone, ...long, ...slow, ...chaos],
        },
      },
      {
        resolve: { alias },
        test: {
          ...media,
          name: 'worker',
          include: ['tests/worker/**/*.test.ts', revokedViewer],
          exclude: [...alone, ...long, ...slow],
        },
      },
      {
        resolve: { alias },
        test: { ...media, name: 'slow', include: slow },
      },
      {
        resolve: { alias },
        test: {
          name: 'programs',
          include: ['tests/programs/**/*.test.ts'],
          exclude: long,
          // As the media tests: its programs must be up in time.
          sequence: { groupOrder: 1 },
          testTimeout: 30_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'all-in-one',
          include: ['tests/all-in-one/**/*.test.ts'],
          // Each test starts the whole product, on ports that it has just seen free.
          fileParallelism: false,
          sequence: { groupOrder: 3 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: { ...media, name: 'alone', include: alone, fileParallelism: false, sequence: { groupOrder: 4 } },
      },
      {
        resolve: { alias },
        test: {
          ...media,
          name: 'kubernetes',
          include: ['tests/kubernetes/**/*.test.ts'],
          // Each file starts a control plane.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 240_000,
          sequence: { groupOrder: 6 },
        },
      },
      {
        resolve: { alias },
        test: { ...media, name: 'long', include: long, fileParallelism: false, sequence: { groupOrder: 5 } },
      },
      {
        resolve: { alias },
        test: { ...media, name: 'chaos', include: chaos, fileParallelism: false, sequence: { groupOrder: 7 } },
      },
      // `npm run test:containers` makes what it needs, and runs it.
      {
        resolve: { alias },
        test: {
          name: 'containers',
          include: ['tests/containers/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 6 },
          testTimeout: 60_000,
        },
      },
    ],
  },
  resolve: { alias },
});
