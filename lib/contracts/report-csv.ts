import { csvOf } from '@/lib/core/csv';
import { tenths } from '@/lib/core/tenths';
import type { CameraReport, DestinationHistory, ReportJson } from './reports';

/** @param destinations those of the camera */
type Read = (camera: CameraReport, destinations: DestinationHistory[]) => string | number | null;
type Column = [name: string, read: Read];

const plain = (name: keyof CameraReport): Column => [name, (camera) => camera[name] as string | number | null];

const columns: Column[] = [
  plain('number'),
  plain('name'),
  plain('live_seconds'),
  plain('on_air_seconds'),
  ['outages', ({ outages }) => outages.length],
  plain('outage_seconds'),
  ['restarts', ({ restarts }) => restarts.length],
  plain('restart_seconds'),
  plain('frames_lost'),
  plain('reconnects'),
  plain('lost_packets'),
  plain('retransmitted_packets'),
  plain('loss_percent'),
  plain('latency_p50_ms'),
  plain('latency_p95_ms'),
  plain('bitrate_min_kbps'),
  plain('bitrate_avg_kbps'),
  plain('bitrate_max_kbps'),
  plain('audio_avg_dbfs'),
  plain('audio_peak_dbfs'),
  plain('loudness_lufs'),
  plain('loudness_range_lu'),
  ['alarms', ({ alarms }) => alarms.length],
  ['problems', ({ problems }) => problems.map(({ sentence }) => sentence).join(' ')],
  ['destinations', (_, destinations) => destinations.map(({ name }) => name).join(', ')],
  ['destination_live_seconds', (_, destinations) => sum(destinations, ({ live_seconds }) => live_seconds)],
  ['destination_interruptions', (_, destinations) => sum(destinations, ({ interruptions }) => interruptions.length)],
  [
    'destination_interrupted_seconds',
    (_, destinations) => sum(destinations, ({ interrupted_seconds }) => interrupted_seconds),
  ],
  ['destination_dropped_frames', (_, destinations) => sum(destinations, ({ dropped_frames }) => dropped_frames)],
];

const sum = (destinations: DestinationHistory[], read: (destination: DestinationHistory) => number): number =>
  tenths(destinations.reduce((total, destination) => total + read(destination), 0));

/** A report as CSV, with a line for each camera. @param language whose spreadsheets are to open it */
export function reportCsv({ attributes: { cameras, destinations } }: ReportJson, language: string): string {
  const lines = cameras.map((camera) => {
    const own = destinations.filter(({ camera_id }) => camera_id === camera.id);
    return columns.map(([, read]) => read(camera, own));
  });
  return csvOf([columns.map(([name]) => name), ...lines], language);
}
