import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { registerDestinationMetrics, type SentStream } from './destination-metrics';

const sent = (id: string, isHeld = true): SentStream => ({
  stream: { id: 's' },
  isHeld,
  vitals: {
    report: {
      destinations: [
        {
          id,
          revision: 1,
          state: 'live',
          cause: null,
          detail: null,
          stateMs: 4_500,
          bitrateKbps: 6_000,
          behindMs: 250,
          droppedFrames: 3,
          sentBytes: 9_000,
          reconnects: 2,
          isProven: true,
        },
      ],
    },
  },
});

test('each destination of a held stream has its state, age, bytes and drops, however often it is asked', async () => {
  const registry = new Registry();
  registerDestinationMetrics(registry, { values: () => [sent('d'), sent('e', false)] });
  await registry.metrics();
  const lines = (await registry.metrics()).split('\n').filter((line) => /^sightline/.test(line));
  const labels = '{stream_id="s",destination_id="d"}';
  expect(lines).toEqual([
    'sightline_destinations{state="waiting"} 0',
    'sightline_destinations{state="connecting"} 0',
    'sightline_destinations{state="live"} 1',
    'sightline_destinations{state="retrying"} 0',
    'sightline_destinations{state="refused"} 0',
    `sightline_destination_live${labels} 1`,
    `sightline_destination_state_seconds${labels} 4.5`,
    `sightline_destination_behind_seconds${labels} 0.25`,
    `sightline_destination_sent_bytes_total${labels} 9000`,
    `sightline_destination_dropped_frames_total${labels} 3`,
    `sightline_destination_reconnects_total${labels} 2`,
  ]);
});
