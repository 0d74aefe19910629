import type { StreamJson } from '@/lib/contracts/streams';

type Status = StreamJson['attributes']['status'];

const intervalMs = 1_000;
const limitMs = 30_000;
const settled: readonly Status[] = ['active', 'stopped', 'error'];

/**
 * Reads a stream's status every second until it has settled, for at most 30 s. A failed read is ignored, because the
 * next one may succeed and the list is refreshed as well.
 */
export async function pollStream(read: () => Promise<Status>): Promise<void> {
  for (let elapsedMs = 0; elapsedMs < limitMs; elapsedMs += intervalMs) {
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
    const status = await read().catch(() => null);
    if (status && settled.includes(status)) return;
  }
}
