import { Gauge, type Registry } from 'prom-client';
import { destinationStates } from '@/lib/contracts/destination-kinds';
import type { DestinationReport } from '@/lib/contracts/destination-tasks';
import type { WorkerReport } from '@/lib/contracts/worker-protocol';
import { registerSeries, type SeriesRow } from './register-series';

/** A stream that may be sent somewhere; the reconciler's StreamRuntime is one. */
export interface SentStream {
  readonly stream: { readonly id: string };
  readonly isHeld: boolean;
  readonly vitals: { readonly report: Pick<WorkerReport, 'destinations'> | null };
}

const running = destinationStates.filter((state) => state !== 'off');

type Row = SeriesRow<(report: DestinationReport) => number>;

const gauges: Row[] = [
  [
    'sightline_destination_live',
    'Whether the server takes the stream: 1 or 0.',
    ({ state }) => (state === 'live' ? 1 : 0),
  ],
  ['sightline_destination_state_seconds', 'How long it has been in its state.', ({ stateMs }) => stateMs / 1_000],
  [
    'sightline_destination_behind_seconds',
    'How much of the stream waits to be sent.',
    ({ behindMs }) => behindMs / 1_000,
  ],
];

const counters: Row[] = [
  ['sightline_destination_sent_bytes_total', 'Bytes sent since it was switched on.', ({ sentBytes }) => sentBytes],
  [
    'sightline_destination_dropped_frames_total',
    'Frames left out since it was switched on, because the server takes too little.',
    ({ droppedFrames }) => droppedFrames,
  ],
  [
    'sightline_destination_reconnects_total',
    'How often it has been live again, since it was switched on.',
    ({ reconnects }) => reconnects,
  ],
];

/** Registers how the destinations of this gateway's streams do. A stream has a few at most, so their series are bounded. */
export function registerDestinationMetrics(register: Registry, streams: { values(): SentStream[] }): void {
  const registers = [register];
  const read = () =>
    streams.values().flatMap(({ stream, isHeld, vitals }) =>
      (isHeld ? (vitals.report?.destinations ?? []) : []).map((report) => ({
        report,
        labels: { stream_id: stream.id, destination_id: report.id },
      })),
    );
  new Gauge({
    name: 'sightline_destinations',
    help: 'Destinations that are switched on, by state.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const state of running) this.set({ state }, 0);
      for (const { report } of read()) this.inc({ state: report.state });
    },
  });
  registerSeries(register, {
    labelNames: ['stream_id', 'destination_id'],
    gauges,
    counters,
    series: (measure) => read().map(({ report, labels }) => ({ labels, value: measure(report) })),
  });
}
