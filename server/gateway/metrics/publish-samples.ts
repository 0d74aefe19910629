import { metricFigures } from '@/lib/contracts/metric-figures';
import type { Bus } from '@/lib/platform/bus/bus';
import { serializeMetric } from '@/lib/platform/db/samples';
import type { StreamMetric } from '@/prisma/generated/client';

/** Postgres carries less than 8,000 bytes in one notification. */
const maxMessageBytes = 7_800;
/** The longest value of a figure, with three decimals, and the signs around it and its name. */
const maxValueBytes = 13 + 4;
/** The sample's stream and time, and the names of both. */
const otherBytes = 125;
const maxSampleBytes = metricFigures.reduce((sum, { name }) => sum + name.length + maxValueBytes, otherBytes);
const maxSamplesPerMessage = Math.floor(maxMessageBytes / maxSampleBytes);

/** Publishes the samples of one second in full, so that no process reads them from the database. */
export async function publishSamples(bus: Pick<Bus, 'publish'>, samples: StreamMetric[]): Promise<void> {
  const sent: Promise<void>[] = [];
  for (let start = 0; start < samples.length; start += maxSamplesPerMessage) {
    const batch = samples.slice(start, start + maxSamplesPerMessage);
    // Published together, because the bus sends concurrent messages in one query.
    sent.push(
      bus.publish({
        type: 'stream_metrics',
        samples: batch.map((sample) => ({ streamId: sample.streamId, metrics: serializeMetric(sample) })),
      }),
    );
  }
  await Promise.all(sent);
}
