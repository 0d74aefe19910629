import type { RemoteTrack } from 'livekit-client';
import { backoffMs } from '@/lib/core/backoff';
import { isSharp } from './layers';
import { pauseVideo } from './pause-video';

/** Mostly the link's queue is empty by then. */
const duration = { firstMs: 4_000, capMs: 240_000 };
/** After so long without, the next one is short again. */
const forgetMs = 300_000;
/** By then livekit-server has noticed that the downlink is too narrow for one video. */
const sharpSeconds = 2;
/** It may be small meanwhile, or livekit-server may hold it back. */
const maxSeconds = 10;

/** Limits a participant's video to the low layer. @returns a function that ends the limit */
type LimitToLowLayer = (identity: string) => () => void;

/**
 * Keeps videos to the low layer for a while, longer each time, of which livekit-server has lost sight: those that stand still,
 * though their packets arrive, for their downlink is narrower than it has noticed, and those that it has not stepped up again
 * for long. With none left that wants more, it forgets what it took the downlink for. Then one video tries what that carries,
 * and the others follow once it has been sharp for a while (docs/livekit.md).
 */
export class Relief {
  readonly #limitToLowLayer: LimitToLowLayer;
  /** By participant. */
  readonly #limits = new Map<string, { track: RemoteTrack; end: () => void }>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #count = 0;
  #endedMs = 0;

  constructor(limitToLowLayer: LimitToLowLayer) {
    this.#limitToLowLayer = limitToLowLayer;
  }

  /** A participant's video needs it. */
  add(identity: string, track: RemoteTrack): void {
    if (this.#limits.size === 0 && performance.now() - this.#endedMs > forgetMs) this.#count = 0;
    if (!this.#limits.has(identity)) {
      this.#limits.set(identity, { track, end: this.#limitToLowLayer(identity) });
      pauseVideo(track);
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tryOne(), backoffMs(this.#count, duration));
  }

  /** Ends all limits. */
  stop(): void {
    clearTimeout(this.#timer);
    for (const identity of this.#limits.keys()) this.#end(identity);
  }

  #tryOne(): void {
    this.#count++;
    const [identity, limit] = [...this.#limits][0] ?? [];
    if (!identity || !limit) return;
    this.#end(identity);
    let [seconds, sharpFor] = [0, 0];
    const check = () => {
      sharpFor = limit.track.attachedElements.some((video) => isSharp(video as HTMLVideoElement)) ? sharpFor + 1 : 0;
      if (sharpFor > sharpSeconds || ++seconds > maxSeconds) this.stop();
      else this.#timer = setTimeout(check, 1_000);
    };
    check();
  }

  #end(identity: string): void {
    this.#limits.get(identity)?.end();
    this.#limits.delete(identity);
    this.#endedMs = performance.now();
  }
}
