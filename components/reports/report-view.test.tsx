import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CameraReport, ReportJson } from '@/lib/contracts/reports';
import { summarizeShow } from '@/lib/contracts/summarize-show';
import { ReportView } from './report-view';

const hourMs = 3_600_000;
/** 22:00 of the first of May in Los Angeles, which is 14:00 of the second in Tokyo. */
const startMs = Date.UTC(2026, 4, 2, 5);
const at = (hours: number): string => new Date(startMs + hours * hourMs).toISOString();

const acknowledged = { by: 'Grace', at: at(2.25) };
const camera: CameraReport = {
  ...{ id: '0199aaaa-0000-7000-8000-000000000001', number: 1, name: 'Left', live_seconds: 14_000, on_air_seconds: 0 },
  ...{ live: [{ from: at(0), to: at(4) }], on_air: [], outage_seconds: 60, restarts: [], restart_seconds: 0 },
  outages: [{ at: at(2.2), seconds: 60, cause: 'Lost.', origin: 'network', fix: null, is_over: true, acknowledged }],
  ...{ frames_lost: 0, reconnects: 0, lost_packets: 0, retransmitted_packets: 0, loss_percent: 0 },
  ...{ latency_p50_ms: 1, latency_p95_ms: 2, bitrate_min_kbps: 1, bitrate_avg_kbps: 2, bitrate_max_kbps: 3 },
  ...{ audio_avg_dbfs: null, audio_peak_dbfs: null, loudness_lufs: null, loudness_range_lu: null },
  ...{ alarms: [], problems: [] },
};

function reportOf(timeZone: string): ReportJson {
  const facts = {
    ...{ event_id: '0199aaaa-0000-7000-8000-000000000101', event_name: 'Late night', time_zone: timeZone },
    ...{
      starts_at: at(0),
      ends_at: at(4),
      made_at: at(5),
      latency_method: 'Measured.',
      cameras: [camera],
      switches: 0,
    },
    line_ups: [],
    destinations: [],
    stand_ins: [],
    viewers: { peak: 0, minutes: 0, member_minutes: 0, share_link_minutes: 0 },
  };
  return { id: null, type: 'report', attributes: { ...facts, ...summarizeShow(facts), is_final: false } };
}

test('pictures of a show lead to their second; without any, nothing is drawn', () => {
  const [report, title] = [reportOf('UTC'), 'Pictures of the show'];
  const moment = {
    ...({ kind: 'longest', camera: { id: camera.id, name: 'Left' }, at: at(1), seconds: 90 } as const),
    ...{ sentence: null, url: '/recordings/1/thumbnails/2?token=3' },
  };
  const html = renderToStaticMarkup(<ReportView report={report} hasRecordings moments={[moment]} />);
  expect(html).toContain(title);
  expect(html).toContain(`/events/${report.attributes.event_id}/recordings?t=${Date.parse(at(1))}`);
  expect(html).toContain('src="/recordings/1/thumbnails/2?token=3"');
  expect(html).toContain('1:30 without a cut');
  expect(renderToStaticMarkup(<ReportView report={report} hasRecordings />)).not.toContain(title);
});

/** The text of a report as somebody in Tokyo reads it. */
const read = (timeZone: string): string =>
  renderToStaticMarkup(<ReportView report={reportOf(timeZone)} />).replace(/<[^>]+>/g, '\n');

beforeEach(() => {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
    return Object.assign(resolvedOptions.call(this), { timeZone: 'Asia/Tokyo' });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

test('a show in Los Angeles across midnight has its own days and times, and names them once', () => {
  const text = read('America/Los_Angeles');
  expect(text).toMatch(/Friday,? 1 May 2026, (10:00 PM|22:00) to Saturday,? 2 May 2026, 0?2:00/);
  expect(text.split('Los Angeles')).toHaveLength(2);
  // The outage, who acknowledged it, and the label of midnight.
  expect(text).toMatch(/\b(12|00?):12:00/);
  expect(text).toMatch(/Grace[\s\S]*?\b(12|00?):15:00/);
  expect(text).toMatch(/\n(12:00 AM|00:00)\n/);
});

test('an event without a zone is read by the clocks of its reader', () => {
  const text = read('UTC');
  expect(text).toMatch(/Saturday,? 2 May 2026, (0?2:00 PM|14:00) to (0?6:00 PM|18:00)/);
  expect(text).not.toContain('time\n');
});
