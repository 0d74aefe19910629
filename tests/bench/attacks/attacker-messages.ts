import type { AttackTarget } from '../../support/attacks/attack';

/** What the benchmark and an attacker's process say to each other. */
export type AttackerMessage =
  | { type: 'begin'; target: AttackTarget }
  | { type: 'stop' }
  /** The attack's title, null where the file has none. */
  | { type: 'loaded'; title: string | null }
  /** What it failed by, null where it did not. */
  | { type: 'ended'; failure: string | null };

export const attackerMessages = {
  begin: (target: AttackTarget): AttackerMessage => ({ type: 'begin', target }),
  stop: (): AttackerMessage => ({ type: 'stop' }),
  loaded: (title: string | null): AttackerMessage => ({ type: 'loaded', title }),
  ended: (failure: string | null): AttackerMessage => ({ type: 'ended', failure }),
};
