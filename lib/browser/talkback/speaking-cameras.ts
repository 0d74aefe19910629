import { useSyncExternalStore } from 'react';

/** The cameras whose people speak in the page's talkback, by stream, for marks anywhere on the page. */
class SpeakingCameras {
  #ids: ReadonlySet<string> = new Set();
  readonly #listeners = new Set<() => void>();

  has(streamId: string): boolean {
    return this.#ids.has(streamId);
  }

  set(streamIds: string[]): void {
    this.#ids = new Set(streamIds);
    for (const listener of this.#listeners) listener();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export const speakingCameras = new SpeakingCameras();

/** Whether the person at a camera speaks to the director. */
export const useSpeaks = (streamId: string): boolean =>
  useSyncExternalStore(
    speakingCameras.subscribe,
    () => speakingCameras.has(streamId),
    () => false,
  );
