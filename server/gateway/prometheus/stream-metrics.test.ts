import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { StreamRuntime } from '../reconciler/stream-runtime';
import { registerStreamMetrics } from './stream-metrics';

const known = (id: string, changes: object = {}): StreamRuntime =>
  Object.assign(
    {
      isHeld: true,
      stream: { id, name: `Camera "${id}"`, eventId: 'e', organizationId: 'o', status: 'active', signal: 'live' },
      vitals: {
        quality: { score: 87 },
        report: {
          sample: { fps: 50, bitrateKbps: 6_000, bridgedFrames: 31 },
          usage: { cpuSeconds: 7.5, memoryBytes: 9e7 },
        },
        link: { rttMs: 25, lossPercent: 2 },
        latencyMs: 180,
        droppedFrames: 3,
        reconnectCount: 1,
      },
    },
    changes,
  ) as unknown as StreamRuntime;

async function scrape(streams: StreamRuntime[]): Promise<string[]> {
  const registry = new Registry();
  registerStreamMetrics(registry, { values: () => streams });
  const read = async () => (await registry.metrics()).split('\n').filter((line) => /^sightline/.test(line));
  // Counters are those of the stream, not sums over scrapes.
  await read();
  return read();
}

test('a live stream, in base units', async () => {
  expect(await scrape([known('a')])).toEqual([
    'sightline_streams{status="active",signal="live"} 1',
    'sightline_stream_info{stream_id="a",name="Camera \\"a\\"",event_id="e",organization_id="o"} 1',
    'sightline_stream_quality_score{stream_id="a"} 87',
    'sightline_stream_frames_per_second{stream_id="a"} 50',
    'sightline_stream_bitrate_bits_per_second{stream_id="a"} 6000000',
    'sightline_stream_latency_seconds{stream_id="a"} 0.18',
    'sightline_stream_round_trip_seconds{stream_id="a"} 0.025',
    'sightline_stream_packet_loss_ratio{stream_id="a"} 0.02',
    'sightline_worker_resident_memory_bytes{stream_id="a"} 90000000',
    'sightline_stream_dropped_frames_total{stream_id="a"} 3',
    'sightline_stream_bridged_frames_total{stream_id="a"} 31',
    'sightline_stream_reconnects_total{stream_id="a"} 1',
    'sightline_worker_cpu_seconds_total{stream_id="a"} 7.5',
  ]);
});

test('what is not measured has no series, nor has a stream that another gateway holds', async () => {
  const vitals = { quality: null, report: null, link: null, latencyMs: null };
  const lines = await scrape([known('a', { vitals }), known('b', { isHeld: false })]);
  expect(lines.map((line) => line.replace(/\{.*/, ''))).toEqual(['sightline_streams', 'sightline_stream_info']);
});
