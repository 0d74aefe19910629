import { setTimeout as sleep } from 'node:timers/promises';
import { type CheckName, checkNames } from '@/lib/contracts/check-names';
import type { CheckResult } from '@/lib/contracts/preflight';
import { errorText } from '@/lib/core/error-text';
import { log } from '@/lib/platform/log';
import { problem } from './check-result';
import { checkAddresses } from './checks/addresses';
import { checkBackup } from './checks/backup';
import { checkClock } from './checks/clock';
import { checkDatabaseServer, checkMigrations, checkRestored } from './checks/database';
import { checkDisk } from './checks/disk';
import { checkGateways } from './checks/gateways';
import { checkHttps } from './checks/https';
import { checkFiles, checkLan, checkUdpBuffers, checkVersions } from './checks/machine';
import { checkMedia } from './checks/media';
import { checkOperator } from './checks/operator';
import { checkProcessor, explainTimeOuts } from './checks/processor';
import { checkPublicUrl } from './checks/public-url';
import { checkRecordings } from './checks/recordings';
import { checkBus, checkLivekit, checkMail } from './checks/servers';
import { checkSettings } from './checks/settings';
import { checkSignIn } from './checks/sign-in';
import { checkWhip } from './checks/whip';

const timeoutMs = 15_000;

const checks: Record<CheckName, (host: string | null) => Promise<CheckResult[]>> = {
  processor: checkProcessor,
  database: checkDatabaseServer,
  migrations: checkMigrations,
  restored: checkRestored,
  operator: checkOperator,
  bus: checkBus,
  clock: checkClock,
  livekit: checkLivekit,
  addresses: checkAddresses,
  media: checkMedia,
  whip: checkWhip,
  gateways: checkGateways,
  public_url: checkPublicUrl,
  https: checkHttps,
  mail: checkMail,
  sign_in: checkSignIn,
  disk: checkDisk,
  backup: checkBackup,
  recordings: checkRecordings,
  files: checkFiles,
  udp_buffers: checkUdpBuffers,
  lan: checkLan,
  settings: checkSettings,
  versions: checkVersions,
};

/**
 * Runs every check, side by side.
 * @param host the name or address by which the browser that asks has reached this server
 * @returns their findings in the order of the checks' names
 */
export async function runChecks(host: string | null = null): Promise<CheckResult[]> {
  return explainTimeOuts((await Promise.all(checkNames.map((name) => runCheck(name, host)))).flat());
}

async function runCheck(name: CheckName, host: string | null): Promise<CheckResult[]> {
  const settled = new AbortController();
  const tooLate = sleep(timeoutMs, undefined, { signal: settled.signal }).then(() => {
    throw new Error(`no result within ${timeoutMs / 1_000} s`);
  });
  try {
    return await Promise.race([checks[name](host), tooLate]);
  } catch (error) {
    log.warn({ err: error, check: name }, 'preflight: a check failed');
    const text = `The check “${name}” could not be made: ${errorText(error)}.`;
    return [problem(name, text, 'Fix what else is found first, then check again.')];
  } finally {
    settled.abort();
  }
}
