import { createContext, useContext, useSyncExternalStore } from 'react';
import type { MessageOf } from '@/lib/contracts/cable-messages';
import type { StreamJson } from '@/lib/contracts/streams';
import type { TallyJson } from '@/lib/contracts/tally/tally';
import type { TallyState } from '@/lib/core/tally';
import { useContactLostSince } from '../data/server-contact';
import { useCable, useIsCableConnected } from '../data/use-cable';
import { Store } from '../store';
import { useObservable } from '../use-observable';

type States = ReadonlyMap<string, TallyState>;

/** A cut that the page shows before the server has said so. */
interface Prediction {
  states: States;
  /** Whether the server's latest message says the same. One that differs may be older than the cut. */
  isConfirmed: boolean;
  /** Whether the server has taken the cut. */
  isTaken: boolean;
}

/** How long a cut that the server has taken is shown without a message that says so: it may have changed nothing. */
const unconfirmedMs = 1_000;

/** Which cameras are on air, as the server last said, or as a cut of this page will have it. */
export class TallyStore {
  /** By event, then by stream. Null before the first snapshot. */
  readonly #events = new Store<ReadonlyMap<string, States> | null>(null);
  /** By event, the latest cut of this page that the server has not confirmed. */
  readonly #predictions = new Map<string, Prediction>();

  /** False before the server has said anything. */
  get isLoaded(): boolean {
    return this.#events.get() !== null;
  }

  /** A camera's state; null where no tally source is to tell it. */
  stateOf(streamId: string): TallyState | null {
    for (const { states } of this.#predictions.values()) {
      const state = states.get(streamId);
      if (state !== undefined) return state;
    }
    for (const states of this.#events.get()?.values() ?? []) {
      const state = states.get(streamId);
      if (state !== undefined) return state;
    }
    return null;
  }

  /** Whether a camera is next, and no other one of its event. */
  isOnlyNext(streamId: string): boolean {
    if (this.stateOf(streamId) !== 'preview') return false;
    const states = [...(this.#events.get()?.values() ?? [])].find((one) => one.has(streamId));
    return ![...(states?.keys() ?? [])].some((id) => id !== streamId && this.stateOf(id) === 'preview');
  }

  /** Whether a cut of this page waits for the server. */
  isPredicting(eventId: string): boolean {
    return this.#predictions.has(eventId);
  }

  /**
   * Shows a cut at once. The latest one of an event counts.
   * @returns to be called when the server has taken the cut, with true, or has refused it
   */
  predict(eventId: string, states: States): (isTaken: boolean) => void {
    const prediction = { states, isConfirmed: false, isTaken: false };
    this.#predictions.set(eventId, prediction);
    this.#events.notify();
    const forget = () => {
      if (this.#predictions.get(eventId) !== prediction) return;
      this.#predictions.delete(eventId);
      this.#events.notify();
    };
    return (isTaken) => {
      prediction.isTaken = isTaken;
      // The server's own message may come before its answer, or after it.
      if (!isTaken || prediction.isConfirmed) forget();
      else setTimeout(forget, unconfirmedMs);
    };
  }

  apply(message: MessageOf<'TallyChannel'>): void {
    const isAll = message.type === 'tally_snapshot';
    const tallies = isAll ? message.tallies : [message.tally];
    const known = isAll ? [] : (this.#events.get() ?? []);
    const told = new Map(tallies.map((tally) => [tally.id, statesOf(tally)] as const));
    for (const [eventId, prediction] of this.#predictions) {
      if (!isAll && !told.has(eventId)) continue;
      const said = told.get(eventId);
      prediction.isConfirmed = [...prediction.states].every(([id, state]) => said?.get(id) === state);
      if (prediction.isTaken) this.#predictions.delete(eventId);
    }
    this.#events.set(new Map([...known, ...told]));
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

/** Whether a camera is next, and no other one of its event. False without contact to the server. */
export function useIsOnlyNext(streamId: string): boolean {
  const hears = useHearsTally();
  return useObservable(useContext(TallyContext), (tally) => tally.isOnlyNext(streamId), false) && hears;
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
