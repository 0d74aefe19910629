import { useEffect, useSyncExternalStore } from 'react';

/** The state of a camera's video on this page. */
export type Picture =
  /** No preview of it is in view: nothing is known. */
  | { kind: 'unwatched' }
  /** No frame has come since its preview came into view. */
  | { kind: 'loading' }
  | { kind: 'seen' }
  /** The last frame came this many whole seconds ago, at least one. */
  | { kind: 'missing'; seconds: number };

/** The part of a video element that says when it shows a new frame. */
export type FrameSource = Pick<HTMLVideoElement, 'requestVideoFrameCallback'>;

const unwatched: Picture = { kind: 'unwatched' };
const loading: Picture = { kind: 'loading' };
const seen: Picture = { kind: 'seen' };

const tickMs = 250;
/** A page that was busy for longer than this has not read the frames of that time: it counts as this long. */
const maxStepMs = 2 * tickMs;
const missingAfterMs = 1_000;
/** A page whose ticks are this far apart was asleep. Its pictures are from before, until the next frame. */
const asleepMs = 5_000;

interface Watch {
  /** The number of previews in view. */
  shown: number;
  /** Each with whether it has been asked for its next frame. */
  sources: Map<FrameSource, { isAsked: boolean }>;
  /** A frame has come since the last tick. */
  hasNewFrame: boolean;
  /** Time since the last tick that knew of a new frame. */
  ageMs: number;
  /** How long the page slept since the last frame, with the picture seen until then. */
  sleptMs: number;
  picture: Picture;
}

/**
 * Counts the frames that the page's previews show, by camera. Asks each video for one frame every 250 ms, so a frame
 * counts as missing after 1 to 1.25 s. The first one after that counts immediately.
 */
export class Pictures {
  readonly #watches = new Map<string, Watch>();
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #tickedAtMs = 0;
  /** The same by the system’s clock, which goes on while the machine is suspended. */
  #tickedOn = 0;

  /** Calls the listener whenever a picture changes. @returns a function that removes the listener */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The state of a stream's video: the same object until it changes. */
  get(streamId: string): Picture {
    return this.#watches.get(streamId)?.picture ?? unwatched;
  }

  /** A preview of the stream is in view. @returns a function to be called when it no longer is */
  show(streamId: string): () => void {
    const watch = this.#watch(streamId);
    watch.shown++;
    if (watch.shown === 1) {
      this.#set(watch, loading);
      this.#askForFrames(watch);
    }
    this.#updateTimer();
    return () => {
      watch.shown--;
      if (watch.shown === 0) {
        watch.ageMs = 0;
        watch.sleptMs = 0;
        watch.hasNewFrame = false;
        this.#set(watch, unwatched);
      }
      this.#forget(streamId, watch);
    };
  }

  /** A video of the stream plays. @returns a function to be called when it is removed */
  play(streamId: string, source: FrameSource): () => void {
    const watch = this.#watch(streamId);
    watch.sources.set(source, { isAsked: false });
    this.#askForFrames(watch);
    return () => {
      watch.sources.delete(source);
      this.#forget(streamId, watch);
    };
  }

  #watch(streamId: string): Watch {
    const known = this.#watches.get(streamId);
    if (known) return known;
    const watch: Watch = { shown: 0, sources: new Map(), hasNewFrame: false, ageMs: 0, sleptMs: 0, picture: unwatched };
    this.#watches.set(streamId, watch);
    return watch;
  }

  #forget(streamId: string, { shown, sources }: Watch): void {
    if (shown === 0 && sources.size === 0) this.#watches.delete(streamId);
    this.#updateTimer();
  }

  #updateTimer(): void {
    const isNeeded = [...this.#watches.values()].some(({ shown }) => shown > 0);
    if (isNeeded && this.#timer === undefined) {
      this.#tickedAtMs = performance.now();
      this.#tickedOn = Date.now();
      this.#timer = setInterval(() => this.#tick(), tickMs);
    } else if (!isNeeded) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  #askForFrames(watch: Watch): void {
    for (const [source, state] of watch.sources) {
      if (state.isAsked) continue;
      state.isAsked = true;
      source.requestVideoFrameCallback(() => {
        state.isAsked = false;
        if (watch.sources.get(source) !== state) return;
        watch.hasNewFrame = true;
        if (watch.shown > 0) this.#set(watch, seen);
      });
    }
  }

  #tick(): void {
    const nowMs = performance.now();
    const elapsedMs = Math.max(nowMs - this.#tickedAtMs, Date.now() - this.#tickedOn);
    this.#tickedAtMs = nowMs;
    this.#tickedOn = Date.now();
    for (const watch of this.#watches.values()) {
      if (watch.shown === 0) continue;
      if (elapsedMs > asleepMs) this.#wake(watch, elapsedMs);
      else this.#age(watch, Math.min(elapsedMs, maxStepMs));
    }
  }

  #wake(watch: Watch, sleptMs: number): void {
    watch.hasNewFrame = false;
    this.#askForFrames(watch);
    if (watch.picture === loading && watch.sleptMs === 0) return;
    watch.sleptMs += sleptMs;
    if (watch.picture !== seen) return;
    watch.ageMs = 0;
    this.#set(watch, loading);
  }

  #age(watch: Watch, stepMs: number): void {
    if (watch.hasNewFrame) {
      watch.hasNewFrame = false;
      watch.ageMs = 0;
      watch.sleptMs = 0;
      this.#askForFrames(watch);
      return;
    }
    watch.ageMs += stepMs;
    const wasNeverSeen = watch.picture === loading && watch.sleptMs === 0;
    if (wasNeverSeen || watch.ageMs < missingAfterMs) return;
    const seconds = Math.floor((watch.ageMs + watch.sleptMs) / 1000);
    if (watch.picture.kind !== 'missing' || watch.picture.seconds !== seconds) {
      this.#set(watch, { kind: 'missing', seconds });
    }
  }

  #set(watch: Watch, picture: Picture): void {
    if (watch.picture === picture) return;
    watch.picture = picture;
    for (const listener of this.#listeners) listener();
  }
}

/** The pictures of all previews on this page. */
export const pictures = new Pictures();

/** The state of a stream's video on this page. */
export const usePicture = (streamId: string): Picture =>
  useSyncExternalStore(
    pictures.subscribe,
    () => pictures.get(streamId),
    () => unwatched,
  );

/** Browsers from before 2025 may not count frames; there the server's word alone counts. */
const canCount = () => 'requestVideoFrameCallback' in HTMLVideoElement.prototype;

/** Counts the frames of a stream's video while `isShown`: while a preview of it is in view. */
export function useShownPreview(streamId: string, isShown: boolean): void {
  useEffect(() => (isShown && canCount() ? pictures.show(streamId) : undefined), [streamId, isShown]);
}

/** Counts the frames that a video element shows of a stream; null while it shows none. */
export function usePlayedVideo(streamId: string, video: HTMLVideoElement | null): void {
  useEffect(() => (video && canCount() ? pictures.play(streamId, video) : undefined), [streamId, video]);
}
