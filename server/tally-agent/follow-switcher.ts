import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '@/lib/core/backoff';
import { log } from '@/lib/platform/log';
import type { OnInputs, Switcher } from './switcher';

const retry = { firstMs: 250, capMs: 5_000 };

/**
 * Follows a switcher, and connects again whenever it is lost. While it is lost it has no inputs: its last word says nothing
 * of now.
 */
export async function followSwitcher(
  { name, follow }: Switcher,
  onInputs: OnInputs,
  signal: AbortSignal,
): Promise<void> {
  let lastProblem: string | null = `${name} has not answered yet.`;
  onInputs([], lastProblem);
  for (let attempt = 0; !signal.aborted; ) {
    const report: OnInputs = (inputs, problem) => {
      if (problem === null) attempt = 0;
      if (problem !== lastProblem && problem === null) log.info({ switcher: name }, 'tally: the switcher is heard');
      else if (problem !== lastProblem) log.warn({ switcher: name, problem }, 'tally: the switcher is not heard');
      lastProblem = problem;
      onInputs(inputs, problem);
    };
    try {
      await follow(signal, report);
    } catch (error) {
      if (!signal.aborted) report([], error instanceof Error ? error.message : String(error));
    }
    await sleep(backoffMs(attempt++, retry), undefined, { signal }).catch(() => undefined);
  }
}
