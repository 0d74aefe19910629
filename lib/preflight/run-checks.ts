import { setTimeout as sleep } from 'node:timers/promises';
import { type CheckName, checkNames } from '@/lib/contracts/check-names';
import type { Finding } from '@/lib/contracts/preflight';
import { errorText } from '@/lib/core/error-text';
import { log } from '@/lib/platform/log';
import { checkAddresses } from './checks/addresses';
import { checkBackup } from './checks/backup';
import { checkBus } from './checks/bus';
import { checkClock } from './checks/clock';
import { checkDatabaseServer } from './checks/database-server';
import { checkDisk } from './checks/disk';
import { checkFiles } from './checks/files';
import { checkGateways } from './checks/gateways';
import { checkHttps } from './checks/https';
import { checkLan } from './checks/lan';
import { checkLivekit } from './checks/livekit';
import { checkMail } from './checks/mail';
import { checkMedia } from './checks/media';
import { checkMigrations } from './checks/migrations';
import { checkOperator } from './checks/operator';
import { checkPublicUrl } from './checks/public-url';
import { checkRecordings } from './checks/recordings';
import { checkRestored } from './checks/restored';
import { checkSettings } from './checks/settings';
import { checkSignIn } from './checks/sign-in';
import { checkUdpBuffers } from './checks/udp-buffers';
import { checkVersions } from './checks/versions';
import { problem } from './finding';

const timeoutMs = 15_000;

const checks: Record<CheckName, (host: string | null) => Promise<Finding[]>> = {
  database: checkDatabaseServer,
  migrations: checkMigrations,
  restored: checkRestored,
  operator: checkOperator,
  bus: checkBus,
  clock: checkClock,
  livekit: checkLivekit,
  addresses: checkAddresses,
  media: checkMedia,
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
export async function runChecks(host: string | null = null): Promise<Finding[]> {
  return (await Promise.all(checkNames.map((name) => runCheck(name, host)))).flat();
}

async function runCheck(name: CheckName, host: string | null): Promise<Finding[]> {
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
