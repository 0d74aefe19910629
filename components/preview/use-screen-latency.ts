import { useEffect, useSyncExternalStore } from 'react';
import { measureLatency } from '@/lib/browser/room/measure-latency';

/** @param latencyMs of the frame that was measured; null: the stream is no longer played here */
type LatencyListener = (streamId: string, latencyMs: number | null) => void;

const latencies = new Map<string, number>();
const listeners = new Set<LatencyListener>();
/** Called when the first listener has come or the last one has left. */
const needListeners = new Set<() => void>();

/**
 * Calls the listener whenever the latency of a stream's video was measured; nothing is measured while nobody listens.
 * @returns a function that removes it
 */
export function watchLatencies(listener: LatencyListener): () => void {
  listeners.add(listener);
  if (listeners.size === 1) for (const onNeed of needListeners) onNeed();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) for (const onNeed of needListeners) onNeed();
  };
}

function watchNeed(onNeed: () => void): () => void {
  needListeners.add(onNeed);
  return () => needListeners.delete(onNeed);
}

function set(streamId: string, latencyMs: number, medianMs: number): void {
  latencies.set(streamId, Math.round(medianMs));
  for (const listener of listeners) listener(streamId, latencyMs);
}

function remove(streamId: string): void {
  latencies.delete(streamId);
  for (const listener of listeners) listener(streamId, null);
}

/**
 * How old a stream's video is on this page, in milliseconds, from our input to the screen. Null while it is not played
 * here, and where the browser does not tell.
 */
export const useScreenLatency = (streamId: string): number | null =>
  useSyncExternalStore(
    watchLatencies,
    () => latencies.get(streamId) ?? null,
    () => null,
  );

/** Measures the latency of a stream's video while a video element plays it and somebody wants to know. */
export function useMeasuredLatency(
  streamId: string,
  video: HTMLVideoElement | null,
  receiver: RTCRtpReceiver | undefined,
): void {
  const isNeeded = useSyncExternalStore(
    watchNeed,
    () => listeners.size > 0,
    () => false,
  );
  useEffect(() => {
    if (!isNeeded || !video || !receiver || !('requestVideoFrameCallback' in video)) return;
    const stop = measureLatency(video, receiver, (latencyMs, medianMs) => set(streamId, latencyMs, medianMs));
    return () => {
      stop();
      remove(streamId);
    };
  }, [streamId, video, receiver, isNeeded]);
}
