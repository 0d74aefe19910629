import { expect, test } from 'vitest';
import type { BusMessage } from '@/lib/platform/bus/bus';
import type { StreamMetric } from '@/prisma/generated/client';
import { publishSamples } from './publish-samples';

const long = -123_456.789_012_345;

/** The longest possible sample. */
const longest: StreamMetric = {
  streamId: crypto.randomUUID(),
  organizationId: '',
  recordedAt: new Date(),
  fps: long,
  bitrateKbps: 1e9 / 7,
  reconnectCount: 2 ** 31 - 1,
  droppedFrames: 2 ** 31 - 1,
  lostPackets: 2 ** 31 - 1,
  latencyMs: long,
  retransmittedPackets: 2 ** 31 - 1,
  rttMs: long,
  lossPercent: long,
  gopSeconds: long,
  qualityScore: long,
  audioLeftDbfs: long,
  audioRightDbfs: long,
  alertLevel: 'critical',
};

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
