import { fileURLToPath } from 'node:url';
import { AppError } from '@/lib/core/errors';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { env } from '@/lib/platform/env';
import { log } from '@/lib/platform/log';
import { exitWithMessage } from '@/lib/platform/process/exit-with-message';
import { reportReady, stopWhenAsked } from '@/lib/platform/process/process-life';
import { refusalLastsMs } from './doctor/doctor';
import { processDriver } from './drivers/process-driver';
import { Supervisor } from './reconciler/reconciler';
import { RecurringJob } from './reconciler/recurring-job';
import type { AdmissibleStream } from './srt-router/admission';
import { GatewayRouter } from './srt-router/gateway-router';
import { clearRefusalFindings } from './store/clear-refusal-findings';
import { retainMetrics } from './store/retain-metrics';
import { openWorkerApi } from './worker-api/worker-api';

const stopTimeoutMs = 4_500;
const forgetting = { intervalMs: 10_000, retry: { firstMs: 1_000, capMs: 10_000 } };
const retention = { intervalMs: 600_000, retry: { firstMs: 1_000, capMs: 300_000 } };

/** The gateway process: two public SRT ports, and the workers of the streams that this gateway leases. */
async function main(): Promise<void> {
  const settings = env();
  const router = await GatewayRouter.open({
    gatewayId: settings.GATEWAY_ID,
    host: settings.GATEWAY_HOST,
    ingestPort: settings.SRT_INGEST_PORT,
    viewPort: settings.SRT_VIEW_PORT,
    bus: openBus(),
    held: {
      findByKey: (streamKey) => toAdmissible(supervisor.findByKey(streamKey)),
      has: (streamId) => supervisor.holds(streamId),
    },
    isGatewayAlive: () => true,
    onEncoderRefused: (streamId, refusal) => supervisor.noteRefusal(streamId, refusal),
    onDied: (error) => {
      log.fatal({ err: error }, 'gateway: the SRT router has died');
      exitWithMessage(
        new AppError('unavailable', 'The gateway ends, because its SRT router has died; start it again.'),
      );
    },
  });
  const api = await openWorkerApi(
    () => supervisor,
    async () => ({ status: 'ok', ...(await router.readHealth()) }),
  );
  const supervisor = new Supervisor({
    gatewayId: settings.GATEWAY_ID,
    driver: processDriver(fileURLToPath(new URL('worker.mjs', import.meta.url))),
    bus: openBus(),
    livekitUrl: settings.LIVEKIT_URL,
    srtLatencyMs: settings.SRT_LATENCY_MS,
    gatewayUrl: api.url,
    readLinks: () => router.readLinks(),
    onStreamClosed: (streamId) => router.closeStream(streamId),
  });
  await router.restore();
  await supervisor.start();
  const retentionJob = new RecurringJob({ name: 'metrics retention', run: retainMetrics, ...retention });
  const forgetRefusals = new RecurringJob({
    ...{ name: 'forget refusals', ...forgetting },
    run: () => clearRefusalFindings(refusalLastsMs),
  });
  const jobs = [retentionJob, forgetRefusals];
  for (const job of jobs) job.start();
  const { GATEWAY_ID: gatewayId, GATEWAY_HOST: host } = settings;
  log.info(
    { gatewayId, host, ingestPort: router.ingestPort, viewPort: router.viewPort, api: api.url },
    'gateway: ready',
  );
  reportReady();
  stopWhenAsked(async () => {
    await Promise.all([supervisor.stop(), ...jobs.map((job) => job.stop())]);
    await Promise.all([router.close(), api.close()]);
    await Promise.all([openBus().close(), db().$disconnect()]);
  }, stopTimeoutMs);
}

function toAdmissible(found: ReturnType<Supervisor['findByKey']>): AdmissibleStream | null {
  if (!found) return null;
  const { stream, ready } = found;
  return {
    streamId: stream.id,
    status: stream.status,
    signal: ready?.signal ?? stream.signal,
    worker: ready && {
      workerId: ready.handle.podName,
      host: ready.handle.podIp,
      inputPort: ready.handle.inputPort,
      outputPort: ready.handle.outputPort,
    },
  };
}

await main().catch(exitWithMessage);
