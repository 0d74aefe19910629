import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { type GatewayEnv, gatewayEnv } from '@/lib/platform/env/gateway-env';
import { log } from '@/lib/platform/log';
import { exitWithMessage } from '@/lib/platform/process/exit-with-message';
import { reportReady, stopWhenAsked } from '@/lib/platform/process/process-life';
import { refusalLastsMs } from './doctor/doctor';
import { ProcessDriver } from './drivers/process-driver';
import { buildReconciler } from './reconciler/build-reconciler';
import { RecurringJob } from './reconciler/recurring-job';
import { SamplePublisher } from './reconciler/sample-publisher';
import { removeStrayWorkers } from './reconciler/stray-workers';
import { admit } from './srt-router/admission';
import { ConnectionLog } from './srt-router/connection-log';
import { RefusalLog } from './srt-router/refusal-log';
import type { SrtCaller } from './srt-router/srt-connection';
import type { SrtDirection } from './srt-router/srt-refusal';
import { type SrtRefusalNotice, SrtRouter } from './srt-router/srt-router';
import { clearRefusalFindings } from './store/clear-refusal-findings';
import { PostgresLeaseStore } from './store/postgres-lease-store';
import type { RecordedSrtConnection } from './store/recorded-srt-connection';
import { retainMetrics } from './store/retain-metrics';
import { postgresStreamRecords } from './store/stream-records';
import { takeSrtConnections } from './store/take-srt-connections';
import { openWorkerApi } from './worker-api/worker-api';
import { httpWorkerControl } from './worker-api/worker-control';
import { workerToken } from './worker-api/worker-token';

const stopTimeoutMs = 4_500;
const forgetting = { intervalMs: 10_000, retry: { firstMs: 1_000, capMs: 10_000 } };
const straying = { intervalMs: 30_000, retry: { firstMs: 1_000, capMs: 30_000 } };
const retention = { intervalMs: 600_000, retry: { firstMs: 1_000, capMs: 300_000 } };

/** The gateway process: two public SRT ports, and the workers of the streams that this gateway leases. */
async function main(): Promise<void> {
  const settings = gatewayEnv();
  const { GATEWAY_ID: gatewayId, GATEWAY_HOST: host } = settings;
  const refusals = new RefusalLog((streamId, refusal) => streams.registry.noteRefusal(streamId, refusal));
  const connections = new ConnectionLog();
  const openPort = (direction: SrtDirection, port: number) => {
    const recordedOf = ({ address, port: remotePort, socketId }: SrtCaller): RecordedSrtConnection => ({
      gatewayId,
      localPort: port,
      remoteAddress: address,
      remotePort,
      socketId,
    });
    return new SrtRouter({
      direction,
      port,
      host,
      admit: (streamKey) => admit(streams.registry, streamKey, direction),
      onRefusal: (notice: SrtRefusalNotice) => refusals.record(notice),
      onOpened: (caller, streamId) => connections.opened(streamId, recordedOf(caller)),
      onEnded: (caller) => connections.ended(recordedOf(caller)),
    });
  };
  const ingest = openPort('ingest', settings.SRT_INGEST_PORT);
  const view = openPort('view', settings.SRT_VIEW_PORT);
  const api = await openWorkerApi({
    host: settings.GATEWAY_API_HOST,
    port: settings.GATEWAY_API_PORT,
    reports: () => streams.reports,
    readHealth: () => ({ status: 'ok', ingest: ingest.health, view: view.health }),
  });
  const streams = runStreams(settings, settings.GATEWAY_API_URL ?? api.url, (streamId) => {
    ingest.closeStream(streamId);
    view.closeStream(streamId);
  });
  const samples = new SamplePublisher({
    gatewayId,
    bus: openBus(),
    registry: streams.registry,
    readLink: (streamId) => ingest.takeLinkSample(streamId),
  });
  await ingest.listen();
  await view.listen();
  const leftOver = await takeSrtConnections(gatewayId);
  for (const router of [ingest, view]) {
    router.dismiss(leftOver.filter(({ localPort }) => localPort === router.port).map(callerOf));
  }
  await streams.reconciler.start();
  samples.start();
  const jobs = [
    new RecurringJob({ name: 'metrics retention', run: retainMetrics, ...retention }),
    new RecurringJob({ name: 'forget refusals', run: () => clearRefusalFindings(refusalLastsMs), ...forgetting }),
    new RecurringJob({ name: 'stray workers', run: () => removeStrayWorkers(streams), ...straying }),
  ];
  for (const job of jobs) job.start();
  log.info({ gatewayId, host, ingestPort: ingest.port, viewPort: view.port, api: api.url }, 'gateway: ready');
  stopWhenAsked(async () => {
    await Promise.all([streams.reconciler.stop(), samples.stop(), ...jobs.map((job) => job.stop())]);
    await Promise.all([ingest.close(), view.close(), api.close(), streams.leaseStore.close()]);
    await connections.settled();
    await Promise.all([openBus().close(), db().$disconnect()]);
  }, stopTimeoutMs);
  reportReady();
}

/** @param gatewayUrl where workers reach this gateway */
function runStreams(settings: GatewayEnv, gatewayUrl: string, onStreamClosed: (streamId: string) => void) {
  const { GATEWAY_ID: gatewayId, GATEWAY_MAX_STREAMS: maxStreams, DATABASE_URL: databaseUrl } = settings;
  const leaseStore = new PostgresLeaseStore({ gatewayId, maxStreams, databaseUrl });
  const records = postgresStreamRecords;
  const built = buildReconciler({
    gatewayId,
    maxStreams,
    makeDriver: (onEnded) =>
      new ProcessDriver({
        workerPath: fileURLToPath(new URL('worker.mjs', import.meta.url)),
        stateDir: settings.WORKER_STATE_DIR ?? defaultStateDir(databaseUrl),
        onEnded,
      }),
    leaseStore,
    records,
    control: httpWorkerControl(gatewayUrl),
    bus: openBus(),
    livekitUrl: settings.LIVEKIT_URL,
    srtLatencyMs: settings.SRT_LATENCY_MS,
    gatewayUrl,
    workerToken,
    onStreamClosed,
  });
  return Object.assign(built, { gatewayId, leaseStore, records });
}

/** Another one for another product on this machine, whose workers are none of this one's. */
const defaultStateDir = (databaseUrl: string): string =>
  path.join(tmpdir(), `sightline-workers-${createHash('sha256').update(databaseUrl).digest('hex').slice(0, 16)}`);

const callerOf = ({ remoteAddress, remotePort, socketId }: RecordedSrtConnection): SrtCaller => ({
  address: remoteAddress,
  port: remotePort,
  socketId,
});

await main().catch(exitWithMessage);
