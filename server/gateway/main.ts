import { fileURLToPath } from 'node:url';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { gatewayEnv } from '@/lib/platform/env/gateway-env';
import { log } from '@/lib/platform/log';
import { exitWithMessage } from '@/lib/platform/process/exit-with-message';
import { reportReady, stopWhenAsked } from '@/lib/platform/process/process-life';
import { refusalLastsMs } from './doctor/doctor';
import { processDriver } from './drivers/process-driver';
import { Supervisor } from './reconciler/reconciler';
import { RecurringJob } from './reconciler/recurring-job';
import { admit } from './srt-router/admission';
import { ConnectionLog } from './srt-router/connection-log';
import { RefusalLog } from './srt-router/refusal-log';
import type { SrtCaller } from './srt-router/srt-connection';
import type { SrtDirection } from './srt-router/srt-refusal';
import { type SrtRefusalNotice, SrtRouter } from './srt-router/srt-router';
import { clearRefusalFindings } from './store/clear-refusal-findings';
import type { RecordedSrtConnection } from './store/recorded-srt-connection';
import { retainMetrics } from './store/retain-metrics';
import { takeSrtConnections } from './store/take-srt-connections';
import { openWorkerApi } from './worker-api/worker-api';

const stopTimeoutMs = 4_500;
const forgetting = { intervalMs: 10_000, retry: { firstMs: 1_000, capMs: 10_000 } };
const retention = { intervalMs: 600_000, retry: { firstMs: 1_000, capMs: 300_000 } };

/** The gateway process: two public SRT ports, and the workers of the streams that this gateway leases. */
async function main(): Promise<void> {
  const settings = gatewayEnv();
  const refusals = new RefusalLog((streamId, refusal) => supervisor.noteRefusal(streamId, refusal));
  const sessions = new ConnectionLog();
  const openPort = (direction: SrtDirection, port: number) => {
    const sessionOf = ({ address, port: remotePort, socketId }: SrtCaller): RecordedSrtConnection => ({
      ...{ gatewayId: settings.GATEWAY_ID, localPort: port, remoteAddress: address, remotePort, socketId },
    });
    return new SrtRouter({
      ...{ direction, port, host: settings.GATEWAY_HOST },
      admit: (streamKey) => admit(supervisor, streamKey, direction),
      onRefusal: (notice: SrtRefusalNotice) => refusals.record(notice),
      onOpened: (caller, streamId) => sessions.opened(streamId, sessionOf(caller)),
      onEnded: (caller) => sessions.ended(sessionOf(caller)),
    });
  };
  const ingest = openPort('ingest', settings.SRT_INGEST_PORT);
  const view = openPort('view', settings.SRT_VIEW_PORT);
  const readHealth = () => ({ status: 'ok', ingest: ingest.health, view: view.health });
  const api = await openWorkerApi(() => supervisor, readHealth);
  const supervisor = new Supervisor({
    gatewayId: settings.GATEWAY_ID,
    driver: processDriver(fileURLToPath(new URL('worker.mjs', import.meta.url))),
    bus: openBus(),
    livekitUrl: settings.LIVEKIT_URL,
    srtLatencyMs: settings.SRT_LATENCY_MS,
    gatewayUrl: api.url,
    takeLink: (streamId) => ingest.takeLinkSample(streamId),
    onStreamClosed: (streamId) => {
      ingest.closeStream(streamId);
      view.closeStream(streamId);
    },
  });
  await ingest.listen();
  await view.listen();
  const leftOver = await takeSrtConnections(settings.GATEWAY_ID);
  for (const router of [ingest, view]) {
    router.dismiss(leftOver.filter(({ localPort }) => localPort === router.port).map(callerOf));
  }
  await supervisor.start();
  const retentionJob = new RecurringJob({ name: 'metrics retention', run: retainMetrics, ...retention });
  const forgetRefusals = new RecurringJob({
    ...{ name: 'forget refusals', ...forgetting },
    run: () => clearRefusalFindings(refusalLastsMs),
  });
  const jobs = [retentionJob, forgetRefusals];
  for (const job of jobs) job.start();
  const { GATEWAY_ID: gatewayId, GATEWAY_HOST: host } = settings;
  log.info({ gatewayId, host, ingestPort: ingest.port, viewPort: view.port, api: api.url }, 'gateway: ready');
  reportReady();
  stopWhenAsked(async () => {
    await Promise.all([supervisor.stop(), ...jobs.map((job) => job.stop())]);
    await Promise.all([ingest.close(), view.close(), api.close()]);
    await sessions.settled();
    await Promise.all([openBus().close(), db().$disconnect()]);
  }, stopTimeoutMs);
}

const callerOf = ({ remoteAddress, remotePort, socketId }: RecordedSrtConnection): SrtCaller => ({
  ...{ address: remoteAddress, port: remotePort, socketId },
});

await main().catch(exitWithMessage);
