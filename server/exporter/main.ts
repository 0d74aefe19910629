import { hourMs, minuteMs, secondMs } from '@/lib/core/durations';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { exporterEnv, exporterName } from '@/lib/platform/env/exporter-env';
import { log } from '@/lib/platform/log';
import { collectGarbageSooner } from '@/lib/platform/process/collect-garbage';
import { exitWithMessage } from '@/lib/platform/process/exit-with-message';
import { hideSecrets } from '@/lib/platform/process/hide-secrets';
import { Loop } from '@/lib/platform/process/loop';
import { endOnUncaughtError, reportReady, stopWhenAsked } from '@/lib/platform/process/process-life';
import { productVersion } from '@/lib/platform/process/product-version';
import { warnAtStart } from '@/lib/platform/process/start-warnings';
import { requireExportFolder } from '@/lib/platform/storage/export-folder';
import { ExportQueue } from './export-queue';
import { Exporter } from './exporter';
import { hearNextRecording } from './hear-next-recording';
import { keepSummaries } from './keep-summaries';

const stopTimeoutMs = 4_500;

/** The exporter process: makes files of recordings, and removes them after a day. */
async function main(): Promise<void> {
  hideSecrets();
  endOnUncaughtError();
  collectGarbageSooner();
  exporterEnv();
  requireExportFolder();
  const name = exporterName();
  const queue = new ExportQueue(name);
  const exporter = new Exporter(queue);
  const unsubscribe = await openBus().subscribe({
    onMessage: ({ type }) => type === 'export_upsert' && exporter.wake(),
    onResync: () => exporter.wake(),
  });
  exporter.start();
  const expiry = new Loop({
    name: 'expired exports',
    work: () => queue.removeExpired(),
    intervalMs: minuteMs,
    retry: { firstMs: minuteMs, capMs: minuteMs },
  });
  expiry.start();
  let hasHeard = false;
  const hearing = new Loop({
    name: 'recordings by ear',
    work: async (signal) => {
      hasHeard = await hearNextRecording(signal);
    },
    intervalMs: () => (hasHeard ? secondMs : minuteMs),
    retry: { firstMs: minuteMs, capMs: hourMs },
  });
  hearing.start();
  const summarizedMs = new Map<string, number>();
  const summaries = new Loop({
    name: 'summaries of recordings',
    work: (signal) => keepSummaries(summarizedMs, signal),
    intervalMs: minuteMs,
    retry: { firstMs: minuteMs, capMs: hourMs },
  });
  summaries.start();
  log.info({ version: productVersion(), name }, 'exporter: ready');
  warnAtStart();
  stopWhenAsked(async () => {
    await Promise.all([exporter.stop(), expiry.stop(), hearing.stop(), summaries.stop()]);
    await unsubscribe();
    await Promise.all([openBus().close(), db().$disconnect()]);
  }, stopTimeoutMs);
  reportReady();
}

main().catch(exitWithMessage);
