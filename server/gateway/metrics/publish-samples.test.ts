import { expect, test } from 'vitest';
import { metricFigures } from '@/lib/contracts/metric-figures';
import type { BusMessage } from '@/lib/platform/bus/bus';
import type { StreamMetric } from '@/prisma/generated/client';
import { publishSamples } from './publish-samples';

const long = -123_456.789_012_345;

const longestBySqlType = { float8: long, int: 2 ** 31 - 1, alert_level: 'critical' };

/** The longest possible sample. */
const longest = Object.fromEntries(
  metricFigures.map(({ property, sqlType }): [string, unknown] => [property, longestBySqlType[sqlType]]),
) as unknown as StreamMetric;
Object.assign(longest, { streamId: crypto.randomUUID(), recordedAt: new Date(), bitrateKbps: 1e9 / 7 });

test('publishes all samples in messages that fit a notification of Postgres, whatever the figures', async () => {
  const published: BusMessage[] = [];
  const bus = { publish: async (message: BusMessage) => void published.push(message) };
  await publishSamples(
    bus,
    Array.from({ length: 200 }, () => longest),
  );
  expect(published.flatMap((message) => (message.type === 'stream_metrics' ? message.samples : []))).toHaveLength(200);
  for (const message of published) expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(7_900);
});
