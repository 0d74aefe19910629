import type { ReactNode } from 'react';
import type { CameraReport } from '@/lib/contracts/reports';
import { figureWords, lengthWords, megabitWords } from './report-words';

const columns: { name: string; unit?: string; value: (camera: CameraReport) => ReactNode }[] = [
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

/** The figures of each camera. On narrow screens it scrolls sideways by itself. */
export function CameraTable({ cameras }: { cameras: CameraReport[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard.
    <section aria-label="Figures of each camera" tabIndex={0} className="overflow-x-auto rounded-lg border">
      <table className="w-full border-collapse text-right text-sm tabular-nums print:text-[7pt] print:leading-tight">
        <thead>
          <tr className="border-b bg-raised text-muted text-xs print:text-[7pt] print:leading-tight">
            <th scope="col" className="sticky left-0 bg-raised px-3 py-2 text-left font-medium print:px-1 print:py-1">
              Camera
            </th>
            {columns.map(({ name, unit }) => (
              <th key={name} scope="col" className="px-3 py-2 align-top font-medium print:px-1 print:py-1">
                <span className="whitespace-nowrap">{name}</span>
                {unit ? <span className="block whitespace-nowrap font-normal text-faint">{unit}</span> : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cameras.map((camera) => (
            <tr key={camera.id} className="border-b last:border-0">
              <th
                scope="row"
                dir="auto"
                className="sticky left-0 max-w-40 truncate bg-canvas px-3 py-2 text-left font-medium print:px-1 print:py-0.5 print:leading-tight"
              >
                {camera.name}
              </th>
              {columns.map(({ name, value }) => (
                <td
                  key={name}
                  className="whitespace-nowrap px-3 py-2 font-mono text-xs print:px-1 print:py-0.5 print:text-[7pt] print:leading-tight"
                >
                  {value(camera)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
