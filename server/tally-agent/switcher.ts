import { stayConnected } from '@/lib/core/backoff';
import type { TallyInput } from '@/lib/core/tally';
import { log } from '@/lib/platform/log';

/** An input as its switcher tells it. */
export interface SwitcherInput extends TallyInput {
  /** Where it plays from, if the switcher tells. */
  address?: string;
}

/**
 * Gets all inputs of a switcher with each cut.
 * @param problem why the switcher is not heard, in a sentence; null while it is
 */
export type OnInputs = (inputs: SwitcherInput[], problem: string | null) => void;

/** A switcher whose tally can be followed. */
export interface Switcher {
  /** Without passwords, for the log. */
  name: string;
  /**
   * Follows the switcher until it is lost. Only messages that arrive and are understood end a silence.
   * @throws Error that says why it cannot be reached, or was lost; nothing once `signal` aborts
   */
  follow(signal: AbortSignal, onInputs: OnInputs): Promise<void>;
}

const backoff = { firstMs: 250, capMs: 5_000 };

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
  const report: OnInputs = (inputs, problem) => {
    if (problem !== lastProblem && problem === null) log.info({ switcher: name }, 'tally: the switcher is heard');
    else if (problem !== lastProblem) log.warn({ switcher: name, problem }, 'tally: the switcher is not heard');
    lastProblem = problem;
    onInputs(inputs, problem);
  };
  report([], lastProblem);
  const connect = (worked: () => void) =>
    follow(signal, (inputs, problem) => {
      if (problem === null) worked();
      report(inputs, problem);
    });
  const onFailure = (error: unknown) => report([], error instanceof Error ? error.message : String(error));
  await stayConnected(connect, { ...backoff, signal, onFailure });
}
