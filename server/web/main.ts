import { openBilling } from '@/lib/platform/billing/open-billing';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { webEnv } from '@/lib/platform/env/web-env';
import { collectGarbageWhenIdle } from '@/lib/platform/process/collect-garbage';
import { exitWithMessage } from '@/lib/platform/process/exit-with-message';
import { hideSecrets } from '@/lib/platform/process/hide-secrets';
import { endOnUncaughtError, reportReady, stopWhenAsked } from '@/lib/platform/process/process-life';
import { drain } from '@/lib/platform/process/readiness';
import { warnAtStart } from '@/lib/platform/process/start-warnings';
import { setTimelineThread } from '@/lib/use-cases/recordings/timeline-thread';
import { TimelineThreads } from './recordings/timeline-threads';
import { Web } from './web';

const stopTimeoutMs = 6_000;

/** The web program. Any number may run on one database. */
async function main(): Promise<void> {
  hideSecrets();
  // Rejections do not end it: Next logs them, because rendering abandons promises by design.
  endOnUncaughtError();
  collectGarbageWhenIdle();
  const settings = webEnv();
  const { DRAIN_SECONDS } = settings;
  // Finds incomplete settings now, before a customer wants to pay.
  await openBilling();
  const threads = new TimelineThreads(new URL('./timeline-reader.mjs', import.meta.url));
  setTimelineThread(threads);
  const web = await Web.open(settings);
  warnAtStart();
  stopWhenAsked(
    async () => {
      await drain(DRAIN_SECONDS);
      await web.close();
      await Promise.all([threads.close(), openBus().close(), db().$disconnect()]);
    },
    DRAIN_SECONDS * 1_000 + stopTimeoutMs,
  );
  reportReady();
}

await main().catch(exitWithMessage);
