import type { TallyInput } from '@/lib/core/tally';

/** An input as its switcher tells it. */
export interface SwitcherInput extends TallyInput {
  /** Where it plays from, if the switcher tells. */
  address?: string;
}

/** A switcher whose tally can be followed. */
export interface Switcher {
  /** Without passwords, for the log. */
  name: string;
  /**
   * Follows it until it is lost.
   * @param onInputs gets all its inputs, first of all and with each cut
   * @throws Error that says why it cannot be reached, or was lost; nothing once `signal` aborts
   */
  follow(signal: AbortSignal, onInputs: (inputs: SwitcherInput[]) => void): Promise<void>;
}
