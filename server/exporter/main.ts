import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { exporterEnv, exporterName } from '@/lib/platform/env/exporter-env';
import { hideSecrets } from '@/lib/platform/env/hide-secrets';
import { warnAboutSettings } from '@/lib/platform/env/warn-about-settings';
import { log } from '@/lib/platform/log';
import { collectGarbageSooner } from '@/lib/platform/process/collect-garbage-sooner';
import { exitWithMessage } from '@/lib/platform/process/exit-with-message';
import { endOnUncaughtError, reportReady, stopWhenAsked } from '@/lib/platform/process/process-life';
import { productVersion } from '@/lib/platform/process/product-version';
import { warnAboutRoot } from '@/lib/platform/process/warn-about-root';
import { requireExportFolder } from '@/lib/platform/storage/export-folder';
import { ExportQueue } from './export-queue';
import { Exporter } from './exporter';

const stopTimeoutMs = 4_500;
const expiryIntervalMs = 60_000;

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
  const expire = () =>
    queue.removeExpired().then(
      (removed) => log.debug(removed, 'exporter: expired exports are removed'),
      (error: unknown) => log.warn({ err: error }, 'exporter: expired exports could not be removed; will retry'),
    );
  const timer = setInterval(() => void expire(), expiryIntervalMs);
  void expire();
  log.info({ version: productVersion(), name }, 'exporter: ready');
  warnAboutRoot();
  // Otherwise the process that started this one has done so.
  if (!process.send) warnAboutSettings();
  stopWhenAsked(async () => {
    clearInterval(timer);
    await exporter.stop();
    await unsubscribe();
    await Promise.all([openBus().close(), db().$disconnect()]);
  }, stopTimeoutMs);
  reportReady();
}

main().catch(exitWithMessage);
