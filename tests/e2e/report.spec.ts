import { expect, type Page, test } from '@playwright/test';
import type { CameraReport, ReportFacts, ReportJson } from '@/lib/contracts/reports';
import { summarizeShow } from '@/lib/contracts/summarize-show';
import { Member } from '../support/journeys/steps';

// The report alone is made up: no camera sends for eight hours here.

const startMs = Date.UTC(2026, 4, 1, 18);
const hourMs = 3_600_000;
const at = (ms: number): string => new Date(startMs + ms).toISOString();
const idOf = (number: number): string => `0199aaaa-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** A camera with trouble: three lines of what happened, and two problems. */
function camera(number: number): CameraReport {
  const acknowledged = { by: 'Grace Hopper', at: at(number * 60_000 + 9_000) };
  const problem = { severity: 'warning', times: 3, seconds: 7_200, acknowledged } as const;
  return {
    id: idOf(number),
    number,
    name: number === 1 ? 'The camera behind the goal in the north' : `Camera ${number}`,
    live_seconds: 28_800,
    on_air_seconds: 12_345.6,
    live: [{ from: at(0), to: at(8 * hourMs) }],
    on_air: [{ from: at(number * 60_000), to: at(number * 60_000 + hourMs) }],
    outages: [0, 1].map((hour) => ({
      at: at(hour * hourMs + number * 60_000),
      seconds: 5_445,
      cause: 'Camera lost: nothing arrives from its encoder.',
      origin: 'network',
      fix: 'Check power and network.',
      is_over: true,
      acknowledged,
    })),
    outage_seconds: 10_890,
    restarts: [],
    restart_seconds: 0,
    frames_lost: 12_345,
    reconnects: 2,
    lost_packets: 1_234,
    retransmitted_packets: 123_456,
    loss_percent: 12.34,
    latency_p50_ms: 1_234,
    latency_p95_ms: 2_345,
    bitrate_min_kbps: 12_345,
    bitrate_avg_kbps: 23_456,
    bitrate_max_kbps: 34_567,
    audio_avg_dbfs: -23.4,
    audio_peak_dbfs: -12.3,
    loudness_lufs: -23.4,
    loudness_range_lu: 12.3,
    alarms: [
      {
        at: at(2 * hourMs + number * 60_000),
        code: 'picture_black',
        severity: 'warning',
        sentence: 'The picture is black.',
        seconds: 20,
        acknowledged,
      },
    ],
    problems: [
      {
        ...problem,
        code: 'b_frames',
        sentence:
          'The camera sends B-frames, which browsers cannot play live; its picture is transcoded here, adding load and delay.',
        fix: 'Turn off B-frames in the encoder.',
      },
      {
        ...problem,
        code: 'long_gop',
        sentence: 'Keyframes are 10.0 s apart, so a picture can take that long to appear or recover.',
        fix: 'Set the encoder to a keyframe every one or two seconds.',
      },
    ],
  };
}

const facts: ReportFacts = {
  event_id: idOf(101),
  event_name: 'Cup final',
  time_zone: 'UTC',
  starts_at: at(0),
  ends_at: at(8 * hourMs),
  made_at: at(9 * hourMs),
  latency_method: 'From the encoder to the room, as measured on each frame.',
  line_ups: [
    {
      started_at: at(-300_000),
      ended_at: at(-300_000 + 10_000),
      by: 'Ada Byron',
      is_well: false,
      sentence: 'Something was wrong with 1 of 16 cameras: Camera 1.',
      cameras: [
        {
          id: idOf(1),
          number: 1,
          name: 'Camera 1',
          is_on: true,
          checks: [
            {
              check: 'battery',
              state: 'wrong',
              value: 12,
              unit: '%',
              sentence: 'The battery is at 12 %, and not charging.',
              fix: 'Plug the phone in.',
            },
          ],
        },
      ],
    },
  ],
  cameras: Array.from({ length: 16 }, (_, index) => camera(index + 1)),
  destinations: Array.from({ length: 6 }, (_, index) => ({
    id: idOf(200 + index),
    name: `Platform of the club ${index + 1}`,
    camera_id: idOf(1),
    live_seconds: 27_000,
    live: [{ from: at(0), to: at(7.5 * hourMs) }],
    interruptions: [{ at: at(2 * hourMs), seconds: 5_445, cause: 'The server takes nothing any more.', is_over: true }],
    interrupted_seconds: 5_445,
    bitrate_avg_kbps: 23_456,
    dropped_frames: 123_456,
  })),
  stand_ins: [{ at: at(hourMs), seconds: 12.5, spare: 'Camera 2', lost: 'Camera 1', is_over: true }],
  switches: 1_234,
  viewers: { peak: 1_234, minutes: 123_456, member_minutes: 3_456, share_link_minutes: 120_000 },
};
const report: ReportJson = {
  id: idOf(100),
  type: 'report',
  attributes: { ...facts, ...summarizeShow(facts), is_final: true },
};

async function openReport(page: Page): Promise<void> {
  await page.route('**/api/v1/report', (route) => route.fulfill({ json: { data: report } }));
  await page.goto('/report#secret');
  await expect(page.getByRole('heading', { name: 'Causes' })).toBeVisible();
  await expect(page.getByText(/^16 cameras, .* without a picture on air, .* of it /)).toBeVisible();
}

test('a show of eight hours and sixteen cameras prints on two A4 pages, with every column', async ({ page }) => {
  await openReport(page);
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2);
  // A4 without its margins.
  await page.setViewportSize({ width: 703, height: 1_000 });
  await page.emulateMedia({ media: 'print' });
  const table = page.getByRole('region', { name: 'Figures of each camera' });
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
  await expect(table.getByRole('columnheader')).toHaveCount(11);
});

test('a report shows three moments in pictures, and each opens its recording at its second', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  // A page that nobody opened before takes time on a busy machine.
  const patience = { timeout: 30_000 };
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('Cup final');
  const cameras = facts.cameras.slice(0, 3);
  const own: ReportJson = { ...report, attributes: { ...report.attributes, cameras, event_id: id } };
  await page.route(/\/events\/[\w-]+\/report$/, (route) =>
    route.request().resourceType() === 'fetch' ? route.fulfill({ json: { data: own } }) : route.fallback(),
  );
  await page.route(/\/api\/v1\/streams\/[\w-]+\/thumbnail\?/, (route) => {
    const at_us = Date.parse(new URL(route.request().url()).searchParams.get('at') ?? '') * 1_000;
    const url = `/recordings/${idOf(300)}/thumbnails/${at_us}?token=t`;
    return route.fulfill({ json: { data: { recording_id: idOf(300), at_us, url } } });
  });
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="135"/>';
  await page.route('**/recordings/*/thumbnails/*', (route) => route.fulfill({ contentType: 'image/svg+xml', body }));
  await page.goto(`/events/${id}/report`);
  const pictures = page.getByRole('list', { name: 'Pictures of the show' }).getByRole('link');
  await expect(pictures).toContainText(['Worst moment', 'Best camera', 'Longest shot'], patience);
  const widths = () =>
    pictures.locator('img').evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
  await expect.poll(widths, patience).toEqual([240, 240, 240]);
  await pictures.first().click();
  await expect(page).toHaveURL(new RegExp(`/events/${id}/recordings\\?t=\\d+$`), patience);
});
