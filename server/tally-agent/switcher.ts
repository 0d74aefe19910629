import type { TallyInput } from '@/lib/core/tally';

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
