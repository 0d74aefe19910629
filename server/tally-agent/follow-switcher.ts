import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '@/lib/core/backoff';
import { log } from '@/lib/platform/log';
import type { Switcher, SwitcherInput } from './switcher';

const retry = { firstMs: 250, capMs: 5_000 };

/**
 * Follows a switcher, and connects again whenever it is lost. While it is lost it has no inputs: its last word says nothing
 * of now.
 */
export async function followSwitcher(
  { name, follow }: Switcher,
  onInputs: (inputs: SwitcherInput[]) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 0; !signal.aborted; ) {
    let isConnected = false;
    try {
      await follow(signal, (inputs) => {
        if (!isConnected) log.info({ switcher: name, inputs: inputs.length }, 'tally: the switcher is connected');
        isConnected = true;
        attempt = 0;
        onInputs(inputs);
      });
    } catch (error) {
      if (!signal.aborted && attempt === 0)
        log.warn({ err: error, switcher: name }, 'tally: the switcher is not connected');
    }
    onInputs([]);
    await sleep(backoffMs(attempt++, retry), undefined, { signal }).catch(() => undefined);
  }
}
