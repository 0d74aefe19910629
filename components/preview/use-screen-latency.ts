import { useEffect, useSyncExternalStore } from 'react';
import { measureLatency } from '@/lib/browser/room/measure-latency';

const latencies = new Map<string, number>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(streamId: string, latencyMs: number | null): void {
  if (latencyMs === null) latencies.delete(streamId);
  else latencies.set(streamId, Math.round(latencyMs));
  for (const listener of listeners) listener();
}

/**
 * How old a stream's video is on this page, in milliseconds, from our input to the screen. Null while it is not played
 * here, and where the browser does not tell.
 */
export const useScreenLatency = (streamId: string): number | null =>
  useSyncExternalStore(
    subscribe,
    () => latencies.get(streamId) ?? null,
    () => null,
  );

/** Measures the latency of a stream's video while a video element plays it. */
export function useMeasuredLatency(
  streamId: string,
  video: HTMLVideoElement | null,
  receiver: RTCRtpReceiver | undefined,
): void {
  useEffect(() => {
    if (!video || !receiver || !('requestVideoFrameCallback' in video)) return;
    const stop = measureLatency(video, receiver, (latencyMs) => set(streamId, latencyMs));
    return () => {
      stop();
      set(streamId, null);
    };
  }, [streamId, video, receiver]);
}
