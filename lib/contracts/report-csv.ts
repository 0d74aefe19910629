import { csvOf } from '@/lib/core/csv';
import type { CameraReport, ReportJson } from './reports';

type Column = [name: string, read: (camera: CameraReport) => string | number | null];

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
];

/** A report as CSV, with a line for each camera. @param language whose spreadsheets are to open it */
export function reportCsv({ attributes: { cameras } }: ReportJson, language: string): string {
  const lines = cameras.map((camera) => columns.map(([, read]) => read(camera)));
  return csvOf([columns.map(([name]) => name), ...lines], language);
}
