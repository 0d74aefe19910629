import { createContext, useContext, useSyncExternalStore } from 'react';
import type { MessageOf } from '@/lib/contracts/cable-messages';
import type { StreamJson } from '@/lib/contracts/streams';
import type { TallyJson } from '@/lib/contracts/tally/tally';
import type { TallyState } from '@/lib/core/tally';
import { useContactLostSince } from '../data/server-contact';
import { useCable, useIsCableConnected } from '../data/use-cable';
import { Store } from '../store';
import { useObservable } from '../use-observable';

/** Which cameras are on air, as the server last said. */
export class TallyStore {
  /** By event, then by stream. Null before the first snapshot. */
  readonly #events = new Store<ReadonlyMap<string, ReadonlyMap<string, TallyState>> | null>(null);

  /** False before the server has said anything. */
  get isLoaded(): boolean {
    return this.#events.get() !== null;
  }

  /** A camera's state; null where no tally source is to tell it. */
  stateOf(streamId: string): TallyState | null {
    for (const states of this.#events.get()?.values() ?? []) {
      const state = states.get(streamId);
      if (state !== undefined) return state;
    }
    return null;
  }

  apply(message: MessageOf<'TallyChannel'>): void {
    const isAll = message.type === 'tally_snapshot';
    const tallies = isAll ? message.tallies : [message.tally];
    const known = isAll ? [] : (this.#events.get() ?? []);
    this.#events.set(new Map([...known, ...tallies.map((tally) => [tally.id, statesOf(tally)] as const)]));
  }

  /** Calls the listener with each change. @returns a function that removes the listener */
  subscribe = this.#events.subscribe;
}

const statesOf = ({ attributes }: TallyJson) =>
  new Map(attributes.streams.map(({ stream_id, tally }) => [stream_id, tally]));

/** The page's tally. */
export const TallyContext = createContext(new TallyStore());

/** Keeps the page's tally current by the server's messages. */
export function useLiveTally(store: TallyStore): void {
  useCable({ name: 'TallyChannel' }, { onMessage: (message) => store.apply(message) });
}

/**
 * Whether a camera is on air or next; null if no tally source covers it. Unknown without contact to the server, because
 * the last state may be outdated.
 */
export function useTally(streamId: string): TallyState | null {
  const hears = useHearsTally();
  const state = useObservable(useContext(TallyContext), (tally) => tally.stateOf(streamId), null);
  return state === null || hears ? state : 'unknown';
}

/** Whether tally arrives at the page now. */
export function useHearsTally(): boolean {
  const hasContact = useContactLostSince() === null;
  const isConnected = useIsCableConnected();
  return hasContact && isConnected;
}

/** The cameras of these that are on air, as the server last said: also without contact, nothing on air goes off by a slip. */
export function useOnAir(streams: readonly StreamJson[]): StreamJson[] {
  const store = useContext(TallyContext);
  const read = () =>
    streams
      .filter(({ id }) => store.stateOf(id) === 'program')
      .map(({ id }) => id)
      .join();
  const ids = useSyncExternalStore(store.subscribe, read, () => '');
  return streams.filter(({ id }) => ids.includes(id));
}
