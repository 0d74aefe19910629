import type { Bus } from '@/lib/platform/bus/bus';
import { serializeMetric } from '@/lib/platform/db/serialize-sample';
import type { StreamMetric } from '@/prisma/generated/client';

/** A sample is at most 520 bytes of JSON, and Postgres carries less than 8,000 in one notification. */
const maxSamplesPerMessage = 15;

/** Publishes the samples of one second in full, so that no process reads them from the database. */
export async function publishSamples(bus: Pick<Bus, 'publish'>, samples: StreamMetric[]): Promise<void> {
  const sent: Promise<void>[] = [];
  for (let start = 0; start < samples.length; start += maxSamplesPerMessage) {
    const batch = samples.slice(start, start + maxSamplesPerMessage);
    // Not one after the other: the bus sends together what is published together.
    sent.push(
      bus.publish({
        type: 'stream_metrics',
        samples: batch.map((sample) => ({ streamId: sample.streamId, metrics: serializeMetric(sample) })),
      }),
    );
  }
  await Promise.all(sent);
}
