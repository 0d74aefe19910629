import type { TallyMessage } from '@/lib/contracts/cable-messages';
import type { TallyJson } from '@/lib/contracts/tally/tally';
import type { TallyState } from '@/lib/core/tally';

/** Which cameras are on air, as the server last said. */
export class TallyStore {
  /** By event, then by stream. Null before the first snapshot. */
  #events: Map<string, Map<string, TallyState>> | null = null;
  readonly #listeners = new Set<() => void>();

  /** False before the server has said anything. */
  get isLoaded(): boolean {
    return this.#events !== null;
  }

  /** A camera's state; null where no tally source is to tell it. */
  stateOf(streamId: string): TallyState | null {
    for (const states of this.#events?.values() ?? []) {
      const state = states.get(streamId);
      if (state !== undefined) return state;
    }
    return null;
  }

  apply(message: TallyMessage): void {
    if (message.type === 'tally_snapshot') {
      this.#events = new Map(message.tallies.map((tally) => [tally.id, statesOf(tally)]));
    } else if (message.type === 'tally_upsert') {
      this.#events ??= new Map();
      this.#events.set(message.tally.id, statesOf(message.tally));
    }
    for (const listener of this.#listeners) listener();
  }

  /** Calls the listener with each change. @returns a function that removes the listener */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

const statesOf = ({ attributes }: TallyJson) =>
  new Map(attributes.streams.map(({ stream_id, tally }) => [stream_id, tally]));
