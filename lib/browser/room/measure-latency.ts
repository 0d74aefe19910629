import { median } from '@/lib/core/median';
import { captureTimeMs } from './capture-times';
import { SenderClock } from './sender-clock';

const intervalMs = 1_000;
/** Reading statistics is the costliest step, and the two clocks drift slowly. */
const clockIntervalMs = 5_000;
/** Number of frames whose median is reported. */
const frameCount = 5;

/**
 * Measures once a second the age of the frame that a video element shows. The age runs from the frame's arrival at the
 * worker, by the worker's clock, until the screen shows it.
 * @param onLatency is called with a frame's latency, and the median of the last five, in milliseconds
 * @returns a function that ends it
 */
export function measureLatency(
  video: HTMLVideoElement,
  receiver: RTCRtpReceiver,
  onLatency: (latencyMs: number, medianMs: number) => void,
): () => void {
  const clock = new SenderClock();
  const latencies: number[] = [];
  let handle = 0;
  let clockReadMs = Number.NEGATIVE_INFINITY;

  const readClock = async () => {
    if (clock.offsetMs !== null && performance.now() - clockReadMs < clockIntervalMs) return;
    clockReadMs = performance.now();
    clock.update(await receiver.getStats());
  };
  const onFrame = (_now: number, { expectedDisplayTime, rtpTimestamp }: VideoFrameCallbackMetadata) => {
    const capturedMs = captureTimeMs(receiver.getSynchronizationSources()[0], rtpTimestamp);
    const { offsetMs } = clock;
    if (capturedMs === null || offsetMs === null) return;
    const latencyMs = performance.timeOrigin + expectedDisplayTime - capturedMs - offsetMs;
    latencies.push(latencyMs);
    if (latencies.length > frameCount) latencies.shift();
    onLatency(latencyMs, median(latencies));
  };
  const measure = () => {
    // The connection is gone; its video element will be, too.
    readClock().catch(() => undefined);
    video.cancelVideoFrameCallback(handle);
    handle = video.requestVideoFrameCallback(onFrame);
  };
  const timer = setInterval(measure, intervalMs);
  measure();
  return () => {
    clearInterval(timer);
    video.cancelVideoFrameCallback(handle);
  };
}
