import type { CameraReport } from '@/lib/contracts/phones';
import { Store } from '../store';

type Position = NonNullable<CameraReport['position']>;

/** `asking`: no position has come yet. `denied`: the person or the device says no. */
export type PositionState = 'off' | 'asking' | 'on' | 'denied';

/** A position leaves the phone this often. */
export const positionIntervalMs = 5_000;

/** Where this phone is, for as long as its holder shares that: never by itself, and not after the page is loaded again. */
export class PositionShare {
  readonly #state = new Store<PositionState>('off');
  #watch: number | null = null;
  #position: Position | null = null;
  /** Null: not yet. */
  #reportedMs: number | null = null;

  get state(): PositionState {
    return this.#state.get();
  }

  /** Calls the listener when the state changes. @returns a function that removes the listener */
  subscribe = this.#state.subscribe;

  /** Asks the browser for the position, which asks the person the first time. */
  start(): void {
    if (this.#watch !== null) return;
    this.#state.set('asking');
    this.#watch = navigator.geolocation.watchPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        this.#position = { latitude, longitude, accuracy_m: accuracy };
        this.#state.set('on');
      },
      ({ code, PERMISSION_DENIED }) => {
        // Indoors a position may come late; only a refusal is final.
        if (code === PERMISSION_DENIED) this.#end('denied');
      },
      { enableHighAccuracy: true, maximumAge: positionIntervalMs },
    );
  }

  /** Every report from now on deletes the position that the server has. */
  stop(): void {
    this.#end('off');
  }

  /**
   * The position for a report at this time. Each report without one says so, so that none stays behind a lost report.
   * @returns undefined: nothing new; null: not shared
   */
  due(nowMs: number): Position | null | undefined {
    if (!this.#position) return null;
    if (this.#reportedMs !== null && nowMs - this.#reportedMs < positionIntervalMs) return undefined;
    this.#reportedMs = nowMs;
    return this.#position;
  }

  #end(state: PositionState): void {
    if (this.#watch !== null) navigator.geolocation.clearWatch(this.#watch);
    this.#watch = null;
    this.#position = null;
    this.#reportedMs = null;
    this.#state.set(state);
  }
}
