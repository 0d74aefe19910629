import type { AttackTarget } from '../../support/attacks/attack';

/** Messages between the benchmark and an attacker's process. */
export type AttackerMessage =
  | { type: 'begin'; target: AttackTarget }
  | { type: 'stop' }
  /** The attack's title, null where the file has none. */
  | { type: 'loaded'; title: string | null }
  /** The error's message; null where the attack did not fail. */
  | { type: 'ended'; failure: string | null };

export const attackerMessages = {
  begin: (target: AttackTarget): AttackerMessage => ({ type: 'begin', target }),
  stop: (): AttackerMessage => ({ type: 'stop' }),
  loaded: (title: string | null): AttackerMessage => ({ type: 'loaded', title }),
  ended: (failure: string | null): AttackerMessage => ({ type: 'ended', failure }),
};
