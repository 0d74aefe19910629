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
import { ImportQueue } from './import/import-queue';
import { removeLeftovers } from './import/imported-files';
import { keepSummaries } from './keep-summaries';

const stopTimeoutMs = 4_500;

/** The exporter process: makes files of recordings, which it removes after a day, and recordings of uploaded files. */
async function main(): Promise<void> {
  hideSecrets();
  endOnUncaughtError();
  collectGarbageSooner();
  exporterEnv();
  requireExportFolder();
  const name = exporterName();
  const queue = new ExportQueue(name);
  const exporter = new Exporter(queue);
  const importer = new Exporter(new ImportQueue(name));
  const unsubscribe = await openBus().subscribe({
    onMessage: ({ type }) => {
      if (type === 'export_upsert') exporter.wake();
      if (type === 'import_ready') importer.wake();
    },
    onResync: () => {
      exporter.wake();
      importer.wake();
    },
  });
  exporter.start();
  importer.start();
  const expiry = new Loop({
    name: 'expired exports',
    work: () => queue.removeExpired(),
    intervalMs: minuteMs,
    retry: { firstMs: minuteMs, capMs: minuteMs },
  });
  expiry.start();
  const leftovers = new Loop({
    name: 'leftovers of uploads',
    work: () => removeLeftovers(),
    intervalMs: minuteMs,
    retry: { firstMs: minuteMs, capMs: minuteMs },
  });
  leftovers.start();
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
    const loops = [expiry, leftovers, hearing, summaries];
    await Promise.all([exporter, importer, ...loops].map((one) => one.stop()));
    await unsubscribe();
    await Promise.all([openBus().close(), db().$disconnect()]);
  }, stopTimeoutMs);
  reportReady();
}

main().catch(exitWithMessage);
