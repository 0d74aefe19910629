import { useEffect, useSyncExternalStore } from 'react';
import { type Picture, Pictures } from './pictures';

/** The pictures of all previews on this page. */
export const pictures = new Pictures();
const unwatched: Picture = { kind: 'unwatched' };

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
