import type { StreamMetricsMessage } from '@/lib/contracts/cable-messages';

/** An older sample is stale. */
const sampleLifeMs = 5_000;

/** The latest sample of each stream, for those who subscribe between two samples. */
export class LatestSamples {
  readonly #samples = new Map<string, StreamMetricsMessage>();

  /** Keeps a sample, and drops stale ones. */
  add(sample: StreamMetricsMessage): void {
    // Deleted first, so that the map stays in order of arrival, with the oldest first.
    this.#samples.delete(sample.stream_id);
    this.#samples.set(sample.stream_id, sample);
    for (const [streamId, { metrics }] of this.#samples) {
      if (isRecent(metrics.recorded_at)) break;
      this.#samples.delete(streamId);
    }
  }

  /** The stream's latest sample; null when none is recent. */
  find(streamId: string): StreamMetricsMessage | null {
    const sample = this.#samples.get(streamId);
    return sample && isRecent(sample.metrics.recorded_at) ? sample : null;
  }
}

const isRecent = (recordedAt: string): boolean => Date.now() - Date.parse(recordedAt) < sampleLifeMs;
