import { Store } from '../store';
import { useObservable } from '../use-observable';

/** The cameras whose people speak in the page's talkback, by stream, for marks anywhere on the page. */
export const speakingCameras = new Store<ReadonlySet<string>>(new Set());

/** Whether the person at a camera speaks to the director. */
export const useSpeaks = (streamId: string): boolean =>
  useObservable(speakingCameras, ({ get }) => get().has(streamId), false);
