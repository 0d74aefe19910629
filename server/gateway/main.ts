import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { gatewayEnv } from '@/lib/platform/env/gateway-env';
import { collectGarbageSooner } from '@/lib/platform/process/collect-garbage';
import { exitWithMessage } from '@/lib/platform/process/exit-with-message';
import { hideSecrets } from '@/lib/platform/process/hide-secrets';
import { endOnUncaughtError, leaveWhenReplaced, reportReady, stopWhenAsked } from '@/lib/platform/process/process-life';
import { drain } from '@/lib/platform/process/readiness';
import { warnAtStart } from '@/lib/platform/process/start-warnings';
import { Gateway } from './gateway';

const stopTimeoutMs = 4_500;

/** The gateway process. */
async function main(): Promise<void> {
  hideSecrets();
  endOnUncaughtError();
  collectGarbageSooner();
  const settings = gatewayEnv();
  const { DRAIN_SECONDS } = settings;
  const gateway = new Gateway(settings);
  await gateway.start();
  warnAtStart();
  leaveWhenReplaced();
  stopWhenAsked(
    async () => {
      await drain(DRAIN_SECONDS);
      await gateway.stop();
      await Promise.all([openBus().close(), db().$disconnect()]);
    },
    DRAIN_SECONDS * 1_000 + stopTimeoutMs,
  );
  reportReady();
}

await main().catch(exitWithMessage);
