import { stillPtz } from '@/lib/core/visca';
import { PtzDriver } from './ptz-driver';
import { connectedGamepad, readGamepad } from './read-gamepad';
import { sendPtz } from './use-ptz';

interface NextPadOptions {
  send: (command: Parameters<typeof sendPtz>[1]) => Promise<unknown>;
  /** A move was refused and has ended. */
  onFailure: (error: unknown) => void;
}

/** The part of a gamepad that moves cameras. */
export type Pad = Parameters<typeof readGamepad>[0];

/**
 * A gamepad that moves the camera that is next. It holds no guard key, so the server refuses it on air. A stick that is
 * held during a cut moves nothing until it has been at rest.
 */
export class NextPad {
  readonly #driver: PtzDriver;
  #hasRested = false;

  constructor({ send, onFailure }: NextPadOptions) {
    this.#driver = new PtzDriver({ send, isGuardHeld: () => false, onFailure: (error) => error && onFailure(error) });
  }

  /** Follows a gamepad. @param pad null: there is none, or it moves another camera */
  follow(pad: Pad | null): void {
    const { speeds } = pad ? readGamepad(pad) : { speeds: stillPtz };
    if (pad && Object.values(speeds).every((speed) => speed === 0)) this.#hasRested = true;
    this.#driver.drive(this.#hasRested ? speeds : stillPtz);
  }

  /** Stops the camera if it moves. */
  stop(): void {
    this.#hasRested = false;
    this.#driver.stop();
  }
}

/** Whether the gamepad belongs to a camera whose surface has the focus. */
const isTaken = (): boolean => document.activeElement?.hasAttribute('data-ptz-surface') ?? false;

/** Lets the page's gamepad move a camera. @returns a function that ends it, and the movement */
export function startNextPad(streamId: string, onFailure: (error: unknown) => void): () => void {
  const next = new NextPad({ send: (command) => sendPtz(streamId, command), onFailure });
  let frame = 0;
  const step = () => {
    const isOurs = document.hasFocus() && !isTaken();
    next.follow((isOurs && connectedGamepad()) || null);
    frame = requestAnimationFrame(step);
  };
  // A page in the background draws no frames that would end a move.
  const ends = new AbortController();
  const rest = () => next.stop();
  window.addEventListener('blur', rest, { signal: ends.signal });
  window.addEventListener('pagehide', rest, { signal: ends.signal });
  document.addEventListener('visibilitychange', rest, { signal: ends.signal });
  step();
  return () => {
    ends.abort();
    cancelAnimationFrame(frame);
    next.stop();
  };
}
