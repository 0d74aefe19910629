import { expect, type Page } from '@playwright/test';
import type { RecordingJson, RecordingTimeline } from '@/lib/contracts/recordings';
import { refusedRequest, test } from '../support/journeys/quiet-test';
import { Member } from '../support/journeys/steps';

const startUs = Date.UTC(2026, 10, 27, 18, 30) * 1_000;
const recordingId = (index: number) => `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`;

const recordingOf = (eventId: string, index: number): RecordingJson => ({
  id: recordingId(index),
  type: 'recording',
  attributes: {
    event_id: eventId,
    stream_id: recordingId(index),
    camera_name: index === 2 ? 'The balcony, left of the organ, seen from below' : `Camera ${index + 1}`,
    started_at: new Date(startUs / 1_000).toISOString(),
    ended_at: new Date(startUs / 1_000 + 600_000).toISOString(),
    size_bytes: 1_000_000,
    offset_ms: 0,
    upload: null,
  },
});

const timeline: RecordingTimeline = {
  parts: Array.from({ length: 60 }, (_, index) => ({
    start_us: startUs + index * 10_000_000,
    duration_us: 10_000_000,
    begins_run: index === 0,
  })),
  runs: [{ start_us: startUs, clock: 'sent', uncertainty_ms: 8, apart_ms: null, shift_ms: 0 }],
  format: { video_codec: 'h264', audio_codec: 'aac', width: 1_920, height: 1_080 },
  playlist_url: '/playlist.m3u8',
  thumbnails: [],
};

/** Answers the page's questions for recordings: files of many cameras would take longer to make than to lay out. */
async function openRecordings(page: Page, eventId: string, cameras: number): Promise<void> {
  const data = Array.from({ length: cameras }, (_, index) => recordingOf(eventId, index));
  await page.unrouteAll();
  await page.route('**/api/v1/events/*/recordings*', (route) =>
    route.fulfill({ json: { data, meta: { next_cursor: null } } }),
  );
  await page.route('**/api/v1/recordings/*/timeline', (route) => route.fulfill({ json: { data: timeline } }));
  await page.route('**/playlist.m3u8', (route) => route.fulfill({ body: '#EXTM3U\n#EXT-X-ENDLIST\n' }));
  await page.goto(`/events/${eventId}/recordings`);
  await expect(page.getByTestId('recorded-camera')).toHaveCount(cameras);
}

/** Whether the pictures, Play and the timeline are on the screen, and no picture lies over another or stands out. */
const readLayout = (page: Page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('[data-testid=recorded-camera]')].map((tile) =>
      tile.getBoundingClientRect(),
    );
    const slider = document.querySelector('input[type=range]')?.getBoundingClientRect();
    return {
      bottom: Math.max(...boxes.map(({ bottom }) => bottom), slider?.bottom ?? Number.NaN) - window.innerHeight,
      overlaps: boxes.filter((box, index) =>
        boxes.some(
          (other, at) =>
            at < index &&
            box.left < other.right - 0.5 &&
            other.left < box.right - 0.5 &&
            box.top < other.bottom - 0.5 &&
            other.top < box.bottom - 0.5,
        ),
      ).length,
      sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      narrowest: Math.min(...boxes.map(({ width }) => width)),
    };
  });

// The cameras of this page are none of the server's.
test.use({ expectedFaults: refusedRequest });

test('pictures, transport and timeline of up to 16 recorded cameras fit each desktop', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('Harvest Festival');
  for (const cameras of [1, 5, 16]) {
    await openRecordings(page, id, cameras);
    for (const [width, height] of [
      [1_024, 768],
      [1_440, 900],
      [2_560, 1_440],
    ] as const) {
      await page.setViewportSize({ width, height });
      const name = `${cameras} cameras at ${width} × ${height}`;
      await expect.poll(() => readLayout(page), name).toMatchObject({ overlaps: 0, sideways: 0 });
      const { bottom, narrowest } = await readLayout(page);
      expect(bottom, name).toBeLessThanOrEqual(0);
      expect(narrowest, name).toBeGreaterThan(70);
    }
    for (const width of [390, 820]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeInViewport();
      expect(await readLayout(page), `${cameras} cameras at ${width}`).toMatchObject({ overlaps: 0, sideways: 0 });
    }
  }
});

test('the timeline shows less of the time, around a moment, by keys, wheel and buttons', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('Harvest Festival');
  await openRecordings(page, id, 5);
  const slider = page.getByRole('slider', { name: 'Time' });
  const shownSeconds = () =>
    slider.evaluate((input: HTMLInputElement) => Math.round((Number(input.max) - Number(input.min)) / 1_000));
  expect(await shownSeconds()).toBe(600);
  await page.keyboard.press('+');
  await expect.poll(shownSeconds).toBe(300);
  await slider.hover();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -240);
  await page.keyboard.up('Control');
  await expect.poll(shownSeconds).toBe(150);
  await page.getByRole('button', { name: 'Show more of the time' }).click();
  await expect.poll(shownSeconds).toBe(300);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect.poll(shownSeconds).toBe(600);
  await expect(page.getByRole('button', { name: 'Show more of the time' })).toBeDisabled();
});
