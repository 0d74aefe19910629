import { z } from 'zod';
import { type AllInOneEnv, allInOneEnv } from '@/lib/platform/env/all-in-one-env';
import { log } from '@/lib/platform/log';
import { exitWithMessage } from '@/lib/platform/process/exit-with-message';
import { hideSecrets } from '@/lib/platform/process/hide-secrets';
import { readLanAddresses } from '@/lib/platform/process/lan-addresses';
import { endOnUncaughtError, reportReady, stopWhenAsked } from '@/lib/platform/process/process-life';
import { productVersion } from '@/lib/platform/process/product-version';
import { warnAboutSettings } from '@/lib/platform/process/start-warnings';
import { installationOf } from './installation';
import { InstallationRun, restartable } from './installation-run';

/** More than the single time-outs can take together: ending early would leave orphans. */
const stopTimeoutMs = 60_000;

/** From scripts/steps/watch.mjs, when a program of dist/ has been bundled again. */
const messageSchema = z.object({ restart: z.enum(restartable) });

/** The all-in-one program: runs everything on one machine. */
async function main(): Promise<void> {
  hideSecrets();
  const settings = allInOneEnv();
  const run = new InstallationRun(settings);
  const end = stopWhenAsked(() => run.stop(), stopTimeoutMs);
  // In order, or Postgres and LiveKit would stay.
  endOnUncaughtError(() => end('an uncaught error', 1));
  if (settings.NODE_ENV === 'development') restartWhenTold(run);
  warnAboutSettings();
  try {
    await run.start();
  } catch (error) {
    // Asked to stop in the middle of the start: the end is under way already.
    if (run.isStopping) return;
    await run.stop();
    throw error;
  }
  reportReady();
  greet(settings);
}

/** In development: restarts a program when the process that started this one says that it has changed. */
function restartWhenTold(run: InstallationRun): void {
  process.on('message', (message) => {
    const { restart: program } = messageSchema.parse(message);
    run.restart(program).catch((error: unknown) => {
      log.error({ err: error, program }, 'a program could not be restarted');
    });
  });
}

function greet(settings: AllInOneEnv): void {
  const { PRODUCT_NAME, PORT, HTTPS_PORT, SRT_INGEST_PORT, SRT_VIEW_PORT, RTMP_PORT } = settings;
  const { dataDir, database } = installationOf(settings);
  const [lan = 'localhost'] = readLanAddresses();
  const https = HTTPS_PORT
    ? `\n    Phones        https://${lan}:${HTTPS_PORT}   (each trusts it once: http://${lan}:${PORT}/trust)`
    : '';
  process.stdout.write(`
  ${PRODUCT_NAME} is up.

    Open          http://localhost:${PORT}${https}
    Cameras send  srt://localhost:${SRT_INGEST_PORT}   (each stream shows its own streamid)
                  rtmp://localhost:${RTMP_PORT}/live
    Players take  srt://localhost:${SRT_VIEW_PORT}
    Version       ${productVersion()}
    Data folder   ${dataDir}
    Database      ${database}
    Ctrl-C        ends everything

`);
}

await main().catch(exitWithMessage);
