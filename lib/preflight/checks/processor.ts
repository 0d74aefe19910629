import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckResult } from '@/lib/contracts/preflight';
import { isTooBusy, type ProcessorLoad, readProcessorLoad, readStolenTime } from '@/lib/platform/processor-load';
import { type Check, ok, problem, warning } from '../check-result';

/** Time over which it is counted what the hypervisor gives to others. */
const watchMs = 1_000;
const strainedLoad = 2;
const strainedWaitingPercent = 50;
const muchStolenPercent = 10;

/** Whether programs get a processor when they want one. */
export const checkProcessor: Check = async () => {
  const before = readStolenTime();
  await sleep(watchMs);
  const after = readStolenTime();
  const spent = before && after ? after.all - before.all : 0;
  const stolenPercent = before && after && spent > 0 ? (100 * (after.stolen - before.stolen)) / spent : null;
  return [judgeProcessor(readProcessorLoad(), stolenPercent)];
};

/** @param stolenPercent what a hypervisor gives to other machines; null where the system does not say */
export function judgeProcessor(load: ProcessorLoad, stolenPercent: number | null): CheckResult {
  const { processors, loadPerProcessor, waitingPercent } = load;
  const waiting = waitingPercent === null ? '' : `, and some wait for one ${Math.round(waitingPercent)} % of the time`;
  const text = `${processors === 1 ? 'One processor has' : `${processors} processors have`} ${loadPerProcessor.toFixed(1)} programs each that want it${waiting}.`;
  if (stolenPercent !== null && stolenPercent >= muchStolenPercent) {
    const stolen = `The host of this virtual machine gives ${Math.round(stolenPercent)} % of its processors to others.`;
    return warning(
      'processor',
      `${stolen} ${text}`,
      'Move it to a less busy host, or to one with processors of its own.',
    );
  }
  if (isTooBusy(load)) return problem('processor', `This machine is too busy: ${text}`, relief);
  const isStrained =
    loadPerProcessor >= strainedLoad && (waitingPercent === null || waitingPercent >= strainedWaitingPercent);
  return isStrained ? warning('processor', text, relief) : ok('processor', text);
}

const relief = 'End what else runs here (`top` names it), run fewer cameras that are transcoded, or add processors.';

/** How the checks say that an answer did not come in time. */
const isTimeOut = /time[sd]?[ -]?out|within [\d.]+ m?s|takes \d+ ms/i;

/**
 * Says of findings that are time-outs where they come from. On a machine that is too busy nobody answers in time, and
 * neither starting a server nor opening a firewall helps.
 */
export const explainTimeOuts = (findings: CheckResult[]): CheckResult[] =>
  findings.some(({ check, level }) => check === 'processor' && level === 'problem')
    ? findings.map((finding) =>
        finding.level !== 'ok' && isTimeOut.test(finding.text)
          ? {
              ...finding,
              fix: 'This machine is too busy, so nothing answers in time: relieve it first, then check again.',
            }
          : finding,
      )
    : findings;
