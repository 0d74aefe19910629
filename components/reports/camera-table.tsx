import { type FigureColumn, FigureTable } from '@/components/controls/figure-table';
import type { CameraReport } from '@/lib/contracts/reports';
import { figureWords, lengthWords, megabitWords } from './report-words';

const columns: FigureColumn<CameraReport>[] = [
  { name: 'Picture', value: ({ live_seconds }) => lengthWords(live_seconds) },
  { name: 'On air', value: ({ on_air_seconds }) => lengthWords(on_air_seconds) },
  {
    name: 'Outages',
    value: ({ outages, outage_seconds }) =>
      outages.length === 0 ? '0' : `${outages.length} (${lengthWords(outage_seconds)})`,
  },
  { name: 'Frames lost', value: ({ frames_lost }) => figureWords(frames_lost) },
  { name: 'Loss', unit: '%', value: ({ loss_percent }) => figureWords(loss_percent, '', 2) },
  { name: 'Resent', unit: 'packets', value: ({ retransmitted_packets }) => figureWords(retransmitted_packets) },
  {
    name: 'Latency',
    unit: 'p50 / p95, ms',
    value: ({ latency_p50_ms, latency_p95_ms }) => `${figureWords(latency_p50_ms)} / ${figureWords(latency_p95_ms)}`,
  },
  {
    name: 'Bitrate',
    unit: 'min / avg / max, Mbit/s',
    value: ({ bitrate_min_kbps, bitrate_avg_kbps, bitrate_max_kbps }) =>
      [bitrate_min_kbps, bitrate_avg_kbps, bitrate_max_kbps].map(megabitWords).join(' / '),
  },
  {
    name: 'Audio',
    unit: 'avg / peak, dBFS',
    value: ({ audio_avg_dbfs, audio_peak_dbfs }) =>
      `${figureWords(audio_avg_dbfs, '', 1)} / ${figureWords(audio_peak_dbfs, '', 1)}`,
  },
  {
    name: 'Loudness',
    unit: 'LUFS / range, LU',
    value: ({ loudness_lufs, loudness_range_lu }) =>
      `${figureWords(loudness_lufs, '', 1)} / ${figureWords(loudness_range_lu, '', 1)}`,
  },
];

/** The figures of each camera in a show. */
export const CameraTable = ({ cameras }: { cameras: CameraReport[] }) => (
  <FigureTable label="Figures of each camera" heading="Camera" rows={cameras} columns={columns} />
);
