import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@/lib/core/errors';
import { hashStreamKey } from '@/lib/core/hash-stream-key';
import { latencyTermsOf } from '@/lib/core/srt-latency';
import { openBus } from '@/lib/platform/bus/open-bus';
import { databaseName } from '@/lib/platform/db/database-name';
import { db } from '@/lib/platform/db/db';
import { readInstallation } from '@/lib/platform/db/installation';
import { directDatabaseUrl } from '@/lib/platform/env/database-env';
import { type GatewayEnv, gatewayEnv } from '@/lib/platform/env/gateway-env';
import { hideSecrets } from '@/lib/platform/env/hide-secrets';
import { warnAboutSettings } from '@/lib/platform/env/warn-about-settings';
import { log } from '@/lib/platform/log';
import { collectGarbageSooner } from '@/lib/platform/process/collect-garbage-sooner';
import { exitWithMessage } from '@/lib/platform/process/exit-with-message';
import { endOnUncaughtError, leaveWhenReplaced, reportReady, stopWhenAsked } from '@/lib/platform/process/process-life';
import { productVersion } from '@/lib/platform/process/product-version';
import { drain } from '@/lib/platform/process/readiness';
import { warnAboutRoot } from '@/lib/platform/process/warn-about-root';
import type { AnswerScrape } from '@/lib/platform/prometheus/answer-scrape';
import { openRecordingBucket } from '@/lib/platform/storage/open-recording-storage';
import { refusalLastsMs } from './diagnosis/diagnosis';
import { FindingPublisher } from './diagnosis/finding-publisher';
import { openKubernetesDriver } from './drivers/kubernetes/open-kubernetes-driver';
import { ProcessDriver } from './drivers/process-driver';
import type { WorkerDriver, WorkerEndListener } from './drivers/worker-driver';
import { SamplePublisher } from './metrics/sample-publisher';
import { openGatewayMetrics } from './prometheus/gateway-metrics';
import { buildReconciler } from './reconciler/build-reconciler';
import { FreeCapacity } from './reconciler/starts/free-capacity';
import { removeStrayWorkers } from './reconciler/stray-workers';
import type { StreamRegistry } from './reconciler/stream-registry';
import { noteFreeSpace } from './recordings/note-free-space';
import { openUploads } from './recordings/open-uploads';
import { RecorderPublisher } from './recordings/recorder-publisher';
import { RecordingFolders } from './recordings/recording-folders';
import { removeDeletedRecordings } from './recordings/recording-removal';
import { clearRefusalFindings } from './refusals/clear-refusal-findings';
import type { AdmissibleStream } from './srt-router/admission';
import { GatewayRouter } from './srt-router/gateway-router';
import { noteWaitingStreams } from './store/note-waiting-streams';
import { PostgresLeaseStore } from './store/postgres-lease-store';
import { recordPlayerBytes } from './store/record-player-bytes';
import { retainAuditEntries } from './store/retention/retain-audit-entries';
import { retainIncidents } from './store/retention/retain-incidents';
import { retainMetrics } from './store/retention/retain-metrics';
import { retainRecordings } from './store/retention/retain-recordings';
import { retainReportFacts } from './store/retention/retain-report-facts';
import { retainTallyChanges } from './store/retention/retain-tally-changes';
import { retainWebhookDeliveries } from './store/retention/retain-webhook-deliveries';
import { postgresStreamRecords } from './store/stream-records';
import { RecurringJob } from './time/recurring-job';
import { openWorkerApi } from './worker-api/worker-api';
import { httpWorkerControl } from './worker-control/worker-control';
import { makeWorkerTokens, type WorkerTokens } from './worker-control/worker-tokens';

const stopTimeoutMs = 4_500;
const recorderStates = { intervalMs: 1_000, retry: { firstMs: 1_000, capMs: 10_000 } };
const refusalClearing = { intervalMs: 10_000, retry: { firstMs: 1_000, capMs: 10_000 } };
const strayRemoval = { intervalMs: 30_000, retry: { firstMs: 1_000, capMs: 30_000 } };
const waitingNotes = { intervalMs: 2_000, retry: { firstMs: 1_000, capMs: 10_000 } };
const freeSpaceNotes = { intervalMs: 5_000, retry: { firstMs: 1_000, capMs: 30_000 } };
const playerBytes = { intervalMs: 10_000, retry: { firstMs: 1_000, capMs: 60_000 } };
const recordingRemoval = { intervalMs: 5_000, retry: { firstMs: 1_000, capMs: 60_000 } };
const recordingRetention = { intervalMs: 60_000, retry: { firstMs: 1_000, capMs: 300_000 } };
const retention = { intervalMs: 600_000, retry: { firstMs: 1_000, capMs: 300_000 } };

/** The gateway process: two public SRT ports, and the workers of the streams that this gateway leases. */
async function main(): Promise<void> {
  hideSecrets();
  endOnUncaughtError();
  collectGarbageSooner();
  const settings = gatewayEnv();
  const { GATEWAY_ID: gatewayId, GATEWAY_HOST: host, METRICS_TOKEN: metricsToken, DRAIN_SECONDS } = settings;
  const { identity, pausedAt } = await readInstallation();
  if (pausedAt)
    log.warn({ pausedAt }, 'gateway: this installation was restored, and neither records nor deletes recordings');
  const workerTokens = makeWorkerTokens(identity);
  let answerScrape: AnswerScrape | null = null;
  const api = await openWorkerApi({
    host: settings.GATEWAY_API_HOST,
    port: settings.GATEWAY_API_PORT,
    workerTokens,
    reports: () => streams.reports,
    readHealth: async () => Object.assign({ status: 'ok' }, await router.readHealth()),
    scrapes: () => answerScrape,
  });
  const makeDriver = settings.WORKER_DRIVER === 'kubernetes' ? await openKubernetesDriver(settings, identity) : null;
  const streams = runStreams(
    settings,
    { gatewayUrl: settings.GATEWAY_API_URL ?? api.url, workerTokens },
    makeDriver,
    (streamId, keyHash) => router.closeStream(streamId, keyHash),
  );
  const router = await GatewayRouter.open({
    gatewayId,
    host,
    ingestPort: settings.SRT_INGEST_PORT,
    viewPort: settings.SRT_VIEW_PORT,
    maxBitrateKbps: settings.CAMERA_MAX_BITRATE_KBPS,
    bus: openBus(),
    held: {
      findByKey: (key) => findAdmissible(streams.registry, key),
      has: (streamId) => streams.registry.get(streamId)?.isHeld ?? false,
    },
    isGatewayAlive: (otherId) => streams.leases.isLiving(otherId),
    onEncoderRefused: (streamId, refusal) =>
      streamId ? streams.registry.noteRefusal(streamId, refusal) : streams.registry.noteUnnamedRefusal(refusal),
    onDied: (error) => {
      log.fatal({ err: error }, 'gateway: the SRT router has died');
      exitWithMessage(
        new AppError('unavailable', 'The SRT router has died, and the gateway ends with it; start it again.'),
      );
    },
  });
  await router.restore();
  const samples = new SamplePublisher({
    gatewayId,
    bus: openBus(),
    streams: streams.registry,
    readLinks: () => router.readLinks(),
  });
  const recorders = new RecorderPublisher({ gatewayId, streams: streams.registry });
  const findings = new FindingPublisher({ gatewayId, streams: streams.registry });
  await streams.reconciler.start();
  samples.start();
  findings.start();
  const bucket = openRecordingBucket();
  const recordingsDir = settings.RECORDINGS_DIR && path.resolve(settings.RECORDINGS_DIR);
  const uploads = recordingsDir && bucket ? await openUploads(recordingsDir, bucket) : null;
  const jobs = [
    ...(uploads?.jobs ?? []),
    ...(recordingsDir
      ? [
          new RecurringJob({
            name: 'free space',
            run: () => noteFreeSpace(gatewayId, recordingsDir),
            ...freeSpaceNotes,
          }),
        ]
      : []),
    new RecurringJob({
      name: 'player bytes',
      run: async () => ({ streams: await recordPlayerBytes(await router.readPlayerBytes()) }),
      ...playerBytes,
    }),
    new RecurringJob({ name: 'metrics retention', run: retainMetrics, ...retention }),
    new RecurringJob({ name: 'audit retention', run: retainAuditEntries, ...retention }),
    new RecurringJob({ name: 'incidents retention', run: retainIncidents, ...retention }),
    new RecurringJob({ name: 'recordings retention', run: unlessPaused(retainRecordings), ...recordingRetention }),
    new RecurringJob({
      name: 'recording removal',
      run: unlessPaused(() => removeDeletedRecordings({ directory: recordingsDir, bucket })),
      ...recordingRemoval,
    }),
    new RecurringJob({ name: 'tally history retention', run: retainTallyChanges, ...retention }),
    new RecurringJob({ name: 'report facts retention', run: retainReportFacts, ...retention }),
    new RecurringJob({ name: 'webhook deliveries retention', run: retainWebhookDeliveries, ...retention }),
    new RecurringJob({
      name: 'notes on waiting streams',
      run: async () => (streams.leases.isFull ? noteWaitingStreams() : { noted: 0 }),
      ...waitingNotes,
    }),
    new RecurringJob({ name: 'recorder states', run: () => recorders.publish(), ...recorderStates }),
    new RecurringJob({ name: 'refusal clearing', run: () => clearRefusalFindings(refusalLastsMs), ...refusalClearing }),
    new RecurringJob({ name: 'stray worker removal', run: () => removeStrayWorkers(streams), ...strayRemoval }),
  ];
  for (const job of jobs) job.start();
  if (metricsToken) {
    answerScrape = openGatewayMetrics({
      token: metricsToken,
      bus: openBus(),
      streams,
      maxStreams: settings.GATEWAY_MAX_STREAMS,
      readRouterHealth: () => router.readHealth(),
      recordings: { directory: recordingsDir, readUploads: () => uploads?.uploader.states ?? null },
    });
  }
  const { ingestPort, viewPort } = router;
  log.info({ version: productVersion(), gatewayId, host, ingestPort, viewPort, api: api.url }, 'gateway: ready');
  warnAboutRoot();
  // Otherwise the process that started this one has done so.
  if (!process.send) warnAboutSettings();
  leaveWhenReplaced();
  const endTimeoutMs = DRAIN_SECONDS * 1_000 + stopTimeoutMs;
  stopWhenAsked(async () => {
    await drain(DRAIN_SECONDS);
    await Promise.all([streams.reconciler.stop(), samples.stop(), findings.stop(), ...jobs.map((job) => job.stop())]);
    await Promise.all([router.close(), api.close(), streams.leaseStore.close()]);
    await Promise.all([openBus().close(), db().$disconnect()]);
  }, endTimeoutMs);
  reportReady();
}

/**
 * @param workers where workers reach this gateway, and their tokens
 * @param makeClusterDriver null: workers are processes of this machine
 */
function runStreams(
  settings: GatewayEnv,
  { gatewayUrl, workerTokens }: { gatewayUrl: string; workerTokens: WorkerTokens },
  makeClusterDriver: ((onEnded: WorkerEndListener) => WorkerDriver) | null,
  onStreamClosed: (streamId: string, keyHash?: string) => void,
) {
  const { GATEWAY_ID: gatewayId, GATEWAY_MAX_STREAMS: maxStreams } = settings;
  const leaseStore = new PostgresLeaseStore({ gatewayId, maxStreams, databaseUrl: directDatabaseUrl(settings) });
  const records = postgresStreamRecords;
  const capacity = new FreeCapacity({ reservedMemoryMb: settings.GATEWAY_RESERVED_MEMORY_MB });
  const workersAtStop = makeClusterDriver ? 'keep' : 'end';
  const built = buildReconciler({
    gatewayId,
    maxStreams,
    // Whether a cluster has room, its scheduler knows.
    freeCapacity: makeClusterDriver ? undefined : (startingCount) => capacity.read(startingCount),
    makeDriver: makeClusterDriver ?? ((onEnded) => makeProcessDriver(settings, onEnded)),
    workersAtStop,
    leaseStore,
    records,
    control: httpWorkerControl(gatewayUrl, workerTokens),
    bus: openBus(),
    recordings: new RecordingFolders({
      // Pods share no disk with this gateway.
      directory: makeClusterDriver && settings.RECORDINGS_S3_BUCKET ? '' : settings.RECORDINGS_DIR,
      workerUserId: settings.WORKER_USER_ID,
    }),
    livekitUrl: settings.LIVEKIT_URL,
    cameraLimits: {
      maxSidePixels: settings.CAMERA_MAX_SIDE_PIXELS,
      maxFps: settings.CAMERA_MAX_FPS,
      maxBitrateKbps: settings.CAMERA_MAX_BITRATE_KBPS,
    },
    maxWorkerMemoryMb: settings.WORKER_MAX_MEMORY_MB,
    gatewayUrl,
    workerTokens,
    onStreamClosed,
  });
  return Object.assign(built, { gatewayId, leaseStore, records, workersAtStop } as const);
}

/** A copy of an installation may share its original's recordings. */
const unlessPaused =
  (run: (signal: AbortSignal) => Promise<object>) =>
  async (signal: AbortSignal): Promise<object> =>
    (await readInstallation()).pausedAt === null ? run(signal) : { paused: true };

const makeProcessDriver = (settings: GatewayEnv, onEnded: WorkerEndListener): WorkerDriver =>
  new ProcessDriver({
    workerPath: fileURLToPath(new URL('worker.mjs', import.meta.url)),
    maxMemoryMb: settings.WORKER_MAX_MEMORY_MB,
    userId: settings.WORKER_USER_ID,
    stateDir: settings.WORKER_STATE_DIR ?? defaultStateDir(databaseName(settings.DATABASE_URL)),
    onEnded,
  });

/** One folder per database, whatever its password: installations on one machine share no workers. */
const defaultStateDir = (database: string): string =>
  path.join(tmpdir(), `sightline-workers-${createHash('sha256').update(database).digest('hex').slice(0, 16)}`);

/** A held stream, for admission. */
function findAdmissible(registry: StreamRegistry, key: string): AdmissibleStream | null {
  const found = registry.findByKey(key);
  if (!found) return null;
  const { stream, keyKind, ready } = found;
  const address = ready?.address;
  return {
    streamId: stream.id,
    keyKind,
    keyHash: hashStreamKey(key),
    status: stream.status,
    signal: ready?.signal ?? stream.signal,
    sourceKind: stream.sourceKind,
    latency: latencyTermsOf(stream.latency, stream.rttMs),
    worker: address
      ? {
          workerId: ready.workerId,
          host: address.host,
          inputPort: address.inputPort,
          outputPort: address.outputPort,
        }
      : null,
  };
}

await main().catch(exitWithMessage);
