import { getHeapStatistics } from 'node:v8';

const intervalMs = 250;
/** Of V8's limit. Beyond it V8 collects garbage again and again, and at the limit it aborts the process. */
const maxHeapShare = 0.85;
/** A heap that is full of garbage is collected in between. */
const maxReadings = 2;

/**
 * Watches V8's heap, for at its limit nothing can be reported any more.
 * @param onExhausted the heap is nearly full, and stays so
 * @returns what ends the watch
 */
export function watchMemory(onExhausted: () => void): () => void {
  let readings = 0;
  const timer = setInterval(() => {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    readings = used > limit * maxHeapShare ? readings + 1 : 0;
    if (readings === maxReadings) onExhausted();
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}
