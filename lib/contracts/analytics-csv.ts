import { csvOf } from '@/lib/core/csv';
import type { AnalyticsJson } from './analytics';

/** An organization's use as CSV, with a line for each month, event and camera. */
export function analyticsCsv({ attributes: { months, events, cameras } }: AnalyticsJson): string {
  return csvOf([
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
      null,
      null,
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
      null,
      null,
      null,
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
    ]),
  ]);
}
