import { getHeapStatistics } from 'node:v8';

const intervalMs = 250;
/** Share of V8's limit. Beyond it V8 collects garbage over and over, and at the limit it aborts the process. */
const maxHeapShare = 0.85;
/** Share of the process's limit, at which the system refuses memory. */
const maxProcessShare = 0.8;
/** A heap that is only full of garbage is collected between readings. */
const maxReadings = 2;
const bytesPerMb = 1024 * 1024;

/**
 * Watches V8's heap and the process's memory, because at their limits nothing can be reported any more.
 * @param maxMb of the process
 * @param onExhausted either has stayed nearly used up
 * @returns what ends the watch
 */
export function watchMemory(maxMb: number, onExhausted: () => void): () => void {
  let readings = 0;
  const timer = setInterval(() => {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    const isFull = used > limit * maxHeapShare || process.memoryUsage.rss() > maxMb * bytesPerMb * maxProcessShare;
    readings = isFull ? readings + 1 : 0;
    if (readings === maxReadings) onExhausted();
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}
