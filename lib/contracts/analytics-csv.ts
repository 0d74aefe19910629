import { csvOf } from '@/lib/core/csv';
import type { AnalyticsJson } from './analytics';

/**
 * An organization's use as CSV: a line for each month, event and camera, and for each source, encoder and network.
 * @param language whose spreadsheets are to open it
 */
export function analyticsCsv({ attributes }: AnalyticsJson, language: string): string {
  const { months, events, cameras } = attributes;
  const lines = [
    [
      'kind',
      'name',
      'event',
      'camera_hours',
      'viewer_hours',
      'gigabytes_in',
      'gigabytes_to_players',
      'gigabytes_recorded',
      'peak_cameras',
      'outages',
      'frames_lost',
      'outages_per_hour',
      'loss_percent',
    ],
    ...months.map((row) => [
      'month',
      row.month,
      null,
      row.camera_hours,
      row.viewer_hours,
      row.gigabytes_in,
      row.gigabytes_to_players,
      row.gigabytes_recorded,
      row.peak_cameras,
      ...Array<null>(4).fill(null),
    ]),
    ...events.map((row) => [
      'event',
      row.name,
      null,
      row.camera_hours,
      row.viewer_hours,
      row.gigabytes_in,
      row.gigabytes_to_players,
      row.gigabytes_recorded,
      ...Array<null>(5).fill(null),
    ]),
    ...cameras.map((row) => [
      'camera',
      row.name,
      row.event_name,
      row.camera_hours,
      null,
      row.gigabytes_in,
      row.gigabytes_to_players,
      row.gigabytes_recorded,
      null,
      row.outages,
      row.frames_lost,
      null,
      null,
    ]),
    ...(['sources', 'encoders', 'networks'] as const).flatMap((list) =>
      attributes[list].map((row) => [
        list.slice(0, -1),
        row.kind,
        null,
        row.camera_hours,
        ...Array<null>(7).fill(null),
        row.outages_per_hour,
        row.loss_percent,
      ]),
    ),
  ];
  return csvOf(lines, language);
}
