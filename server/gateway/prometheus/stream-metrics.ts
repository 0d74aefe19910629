import { Gauge, type Registry } from 'prom-client';
import type { StreamRegistry } from '../reconciler/stream-registry';
import type { StreamRuntime } from '../reconciler/stream-runtime';
import { registerSeries, type SeriesRow } from './register-series';

/** No value is no series. */
type Row = SeriesRow<(stream: StreamRuntime) => number | null | undefined>;

const gauges: Row[] = [
  ['sightline_stream_quality_score', 'Quality of the last second, 0 to 100.', ({ vitals }) => vitals.quality?.score],
  [
    'sightline_stream_frames_per_second',
    'Frames that came from the camera in the last second.',
    ({ vitals }) => vitals.report?.sample?.fps,
  ],
  [
    'sightline_stream_bitrate_bits_per_second',
    'What came from the camera in the last second.',
    ({ vitals }) => scaled(vitals.report?.sample?.bitrateKbps, 1_000),
  ],
  [
    'sightline_stream_latency_seconds',
    'From the encoder to the room: SRT’s buffer, half the round trip, and the time in the worker.',
    ({ vitals }) => scaled(vitals.latencyMs, 0.001),
  ],
  [
    'sightline_stream_round_trip_seconds',
    'Round trip of the encoder’s SRT link.',
    ({ vitals }) => scaled(vitals.link?.rttMs, 0.001),
  ],
  [
    'sightline_stream_packet_loss_ratio',
    'Packets of the last second whose first transmission was lost, 0 to 1.',
    ({ vitals }) => scaled(vitals.link?.lossPercent, 0.01),
  ],
  [
    'sightline_worker_resident_memory_bytes',
    'Memory of the worker’s own process, without its recorder and its SRT output.',
    ({ vitals }) => vitals.report?.usage?.memoryBytes,
  ],
];

const counters: Row[] = [
  [
    'sightline_stream_dropped_frames_total',
    'Frames that did not reach the room intact, since the stream was switched on.',
    ({ vitals }) => (vitals.quality ? vitals.droppedFrames : null),
  ],
  [
    'sightline_stream_bridged_frames_total',
    'Frames that the worker encoded in place of passing them through, until the camera’s next keyframe.',
    ({ vitals }) => vitals.report?.sample?.bridgedFrames,
  ],
  [
    'sightline_stream_reconnects_total',
    'How often the encoder has reconnected, since the stream was switched on.',
    ({ vitals }) => (vitals.quality ? vitals.reconnectCount : null),
  ],
  [
    'sightline_worker_cpu_seconds_total',
    'Processor time of the worker’s own process, without its recorder and its SRT output.',
    ({ vitals }) => vitals.report?.usage?.cpuSeconds,
  ],
];

/**
 * Registers what this gateway knows of each stream that it holds. A gateway holds GATEWAY_MAX_STREAMS at most, and a
 * stream that is off has no series, so their number is bounded.
 */
export function registerStreamMetrics(register: Registry, streams: Pick<StreamRegistry, 'values'>): void {
  const registers = [register];
  const held = () => streams.values().filter(({ isHeld }) => isHeld);
  new Gauge({
    name: 'sightline_streams',
    help: 'Streams that this gateway holds, by status and by the camera’s signal.',
    labelNames: ['status', 'signal'],
    registers,
    collect() {
      this.reset();
      for (const { stream } of held()) this.inc({ status: stream.status, signal: stream.signal });
    },
  });
  new Gauge({
    name: 'sightline_stream_info',
    help: 'Always 1; names the stream of a stream_id.',
    labelNames: ['stream_id', 'name', 'event_id', 'organization_id'],
    registers,
    collect() {
      this.reset();
      for (const { stream } of held()) {
        const { id, name, eventId, organizationId } = stream;
        this.set({ stream_id: id, name, event_id: eventId, organization_id: organizationId }, 1);
      }
    },
  });
  registerSeries(register, {
    labelNames: ['stream_id'],
    gauges,
    counters,
    series: (read) =>
      held().flatMap((runtime) => {
        const value = read(runtime);
        return value == null ? [] : [{ labels: { stream_id: runtime.stream.id }, value }];
      }),
  });
}

const scaled = (value: number | null | undefined, factor: number): number | null =>
  value == null ? null : value * factor;
