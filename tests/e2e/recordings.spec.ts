import { expect, type Locator, type Page } from '@playwright/test';
import { toLocalTime } from '@/components/recordings/exports/export-words';
import { startBarcodeCamera } from '../support/camera/barcode-camera';
import { expectAccessible } from '../support/journeys/expect-accessible';
import { test } from '../support/journeys/quiet-test';
import { readBarcodes } from '../support/journeys/read-barcodes';
import { addCameras, Member } from '../support/journeys/steps';

const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const frameMs = 1_000 / 30;
/** The latencies alone are 380 ms apart. Two quiet cores show two frames at most, full ones more. */
const inStepMs = 5 * frameMs;

/** How long ago the frames that a video shows were captured, at the median. */
async function medianAgeMs(video: Locator): Promise<number> {
  const frames = await readBarcodes(video, 4_000);
  const ages = frames.flatMap(({ screenAgeMs }) => screenAgeMs ?? []).sort((a, b) => a - b);
  expect(ages.length).toBeGreaterThan(20);
  return ages[Math.floor(ages.length / 2)] ?? Number.NaN;
}

const minFrames = 6;

/** The place of a video at half speed, at the median. It is the same whenever it is looked at. */
async function placeAtHalfSpeed(video: Locator): Promise<number> {
  const frames = await readBarcodes(video, 1_500, minFrames);
  const places = frames.flatMap(({ screenAgeMs, screenMs }) =>
    screenAgeMs === null ? [] : screenAgeMs - screenMs / 2,
  );
  expect(places.length).toBeGreaterThanOrEqual(minFrames);
  return places.sort((a, b) => a - b)[Math.floor(places.length / 2)] ?? Number.NaN;
}

/** Presses the key of replay. @returns after how many milliseconds the first angle shows a frame */
async function pressReplay(page: Page): Promise<number> {
  // The key may not come before the page listens for it.
  const measuring = await page.evaluateHandle(() => {
    let pressedMs = 0;
    window.addEventListener('keydown', ({ timeStamp }) => (pressedMs = timeStamp), { once: true, capture: true });
    const shown = new Promise<number>((resolve) => {
      const look = () => {
        const video = document.querySelector<HTMLVideoElement>('[data-testid=replay-angle] video');
        if (!video) requestAnimationFrame(look);
        else video.requestVideoFrameCallback(() => resolve(performance.now() - pressedMs));
      };
      look();
    });
    return { shown };
  });
  await page.keyboard.press('r');
  return measuring.evaluate(({ shown }) => shown);
}

/** Whether something has been drawn, other than black. */
function hasPicture(canvas: SVGElement | HTMLElement): boolean {
  if (!(canvas instanceof HTMLCanvasElement)) return false;
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  return pixels.some((value, index) => index % 4 !== 3 && value > 32);
}

test('two cameras of unlike latencies are recorded, watched again in step, downloaded and deleted', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(180_000);
  const member = await Member.signUp(context);
  const { id: eventId } = await member.createEvent('Harvest Festival');
  const [near = '', far = ''] = await addCameras(member, eventId, 2, 2);
  const cameras = [
    startBarcodeCamera({ urls: [near], latencyMs: 20 }),
    startBarcodeCamera({ urls: [far], latencyMs: 400 }),
  ];
  try {
    await page.goto(`/events/${eventId}`);
    const streams = () => member.call('GET /streams', { query: { event_id: eventId } });
    const signals = async () => (await streams()).map(({ attributes }) => attributes.signal);
    await expect.poll(signals, { timeout: 30_000 }).toEqual(['live', 'live']);

    await test.step('Record shows for how long, and says how much', async () => {
      await page.getByRole('button', { name: 'Record all' }).click();
      for (const name of ['Camera 1', 'Camera 2']) {
        await expect(page.getByRole('button', { name: `Stop recording ${name}` })).toContainText(/REC \d:\d\d/);
      }
      const sizes = async () => (await streams()).map(({ attributes }) => attributes.recording?.size_bytes ?? 0);
      await expect.poll(async () => Math.min(...(await sizes())), { timeout: 30_000 }).toBeGreaterThan(1_000_000);
    });

    await test.step('a key on the multiview marks a moment, and a word can be given to it', async () => {
      const multiview = await context.newPage();
      await multiview.goto(`/events/${eventId}/multiview`);
      await expect(multiview.getByRole('button', { name: 'Mark this moment' })).toBeVisible();
      await multiview.keyboard.press('x');
      await multiview.getByRole('button', { name: 'Add a word' }).click();
      await multiview.getByLabel('Word').fill('Goal');
      // The dialog closes before the server knows, and a page that closes takes its request along.
      await Promise.all([
        multiview.waitForResponse((response) => response.request().method() === 'PATCH'),
        multiview.keyboard.press('Enter'),
      ]);
      await expect(multiview.getByRole('dialog')).toHaveCount(0);
      await multiview.close();
    });

    await test.step('a key replays the last seconds of all angles in step, for this page alone', async () => {
      const multiview = await context.newPage();
      await multiview.goto(`/events/${eventId}/multiview`);
      await expect(multiview.getByRole('button', { name: 'Replay' })).toBeVisible();
      const firstFrames: number[] = [];
      for (const press of [1, 2, 3]) {
        firstFrames.push(await pressReplay(multiview));
        const angles = multiview.getByTestId('replay-angle').locator('video');
        await expect(angles).toHaveCount(2);
        await multiview.getByRole('button', { name: '½ ×' }).click();
        await expect(multiview.getByRole('button', { name: '½ ×' })).toHaveAttribute('aria-pressed', 'true');
        if (press === 1) {
          await multiview.waitForTimeout(1_500);
          const [first, second] = await Promise.all([0, 1].map((index) => placeAtHalfSpeed(angles.nth(index))));
          expect(Math.abs((first ?? 0) - (second ?? Number.NaN))).toBeLessThan(inStepMs);
          const angle = multiview.getByTestId('replay-angle').filter({ hasText: 'Camera 2' });
          await expect(angle, 'the number that its key has').toContainText('Number 2');
          await multiview.keyboard.press('2');
          await expect(angle).toHaveClass(/absolute/);
        }
        await multiview.keyboard.press('Escape');
        await expect(multiview.getByTestId('replay')).toHaveCount(0);
      }
      const description = `${firstFrames.map(Math.round).join(', ')} ms`;
      test.info().annotations.push({ type: 'replay key to first frame', description });
      await multiview.close();
    });

    await test.step('one press and one answer end it for all', async () => {
      await page.getByRole('button', { name: 'Stop recording', exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Stop recording' }).click();
      for (const name of ['Camera 1', 'Camera 2']) {
        await expect(page.getByRole('button', { name: `Record ${name}` })).toBeVisible();
      }
    });
  } finally {
    for (const camera of cameras) camera.stop();
  }

  const tabs = page.getByRole('navigation', { name: 'Event' });
  await tabs.getByRole('link', { name: 'Recordings' }).click();
  await expect(page.getByRole('heading', { name: 'Recordings', level: 1 })).toBeVisible();
  await expect(tabs.locator('[aria-current]')).toHaveText(/^Recordings/);
  const videos = page.getByTestId('recorded-camera').locator('video');
  await expect(videos).toHaveCount(2);

  await test.step('both play, and show the same moment', async () => {
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(page.getByText('Loading…')).toHaveCount(0, { timeout: 20_000 });
    // Time for both to fall into step.
    await page.waitForTimeout(1_500);
    const [first = 0, second = 0] = await Promise.all([medianAgeMs(videos.nth(0)), medianAgeMs(videos.nth(1))]);
    expect(Math.abs(first - second)).toBeLessThan(inStepMs);
  });

  await test.step('the keyboard pauses, steps and jumps', async () => {
    const time = page.getByRole('slider', { name: 'Time' });
    const position = async () => Number(await time.inputValue());
    await page.keyboard.press('k');
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await page.keyboard.press('.');
    const frame = await position();
    await page.keyboard.press('.');
    // The camera's own clock says how long a frame is.
    await expect.poll(async () => (await position()) - frame).toBeGreaterThan(10);
    await page.keyboard.press(',');
    await expect.poll(async () => Math.abs((await position()) - frame)).toBeLessThan(0.01);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => Math.round((await position()) - frame)).toBe(-1_000);
    await time.focus();
    await page.keyboard.press('j');
    await expect(page.getByRole('combobox', { name: 'Speed' })).toHaveValue('-1');
    await expect.poll(async () => (await position()) - frame).toBeLessThan(-1_200);
    await page.keyboard.press('k');
    await time.blur();
    const shown = await videos.nth(0).evaluate((video) => (video as HTMLVideoElement).currentTime);
    expect(shown).toBeGreaterThan(0);
  });

  await test.step('the moment under the pointer is shown as a small picture', async () => {
    await page.getByRole('slider', { name: 'Time' }).hover();
    const picture = page.getByTestId('scrub-preview').locator('img');
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(240);
  });

  await test.step('an export of one camera is made while one looks on, and downloaded', async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Camera 2').uncheck();
    await dialog.getByLabel('Format').selectOption('mp4');
    await dialog.getByRole('button', { name: 'Export' }).click();
    const row = page.getByTestId('export');
    await expect(row).toContainText('1 file', { timeout: 30_000 });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: /^Download/ }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^01 Camera 1 .*\.mp4$/);
    await row.getByRole('button', { name: /^Remove/ }).click();
    await expect(row).toHaveCount(0);
  });

  await test.step('a mark is gone to, and the clip around it is in the address', async () => {
    const time = page.getByRole('slider', { name: 'Time' });
    await expect(page.getByTestId('mark')).toHaveText(/Goal/);
    const { at } = (await member.call('GET /events/{id}/marks', { params: { id: eventId } }))[0]?.attributes ?? {
      at: '',
    };
    await time.blur();
    await page.keyboard.press('Home');
    await page.keyboard.press('p');
    await page.keyboard.press('n');
    await page.getByRole('button', { name: 'Go to Goal' }).click();
    await expect.poll(async () => Math.abs(Number(await time.inputValue()) - Date.parse(at))).toBeLessThan(50);
    await page.getByRole('button', { name: 'Export the clip of Goal' }).click();
    expect(new URL(page.url()).search).toBe(`?in=${Date.parse(at) - 10_000}&out=${Date.parse(at) + 5_000}`);
    await expect(page.getByRole('dialog').getByLabel('From')).toHaveValue(
      toLocalTime(Date.parse(at) - 10_000, ownZone),
    );
    await page.keyboard.press('Escape');
    await page.keyboard.press('i');
    await expect.poll(() => new URL(page.url()).searchParams.get('in')).toBe(String(Date.parse(at)));
    await page.getByRole('button', { name: 'Clear in and out points' }).click();
    expect(new URL(page.url()).search).toBe('');
  });

  await test.step('all marks are exported as clips, for an editor', async () => {
    await page.getByRole('button', { name: 'Export all as clips' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('A clip of each mark')).toBeChecked();
    await dialog.getByLabel('Format').selectOption('otio');
    await dialog.getByLabel('Frames a second of the edit').selectOption('29.97');
    await dialog.getByLabel('Handles, in seconds').fill('2');
    await dialog.getByRole('button', { name: 'Export' }).click();
    await expect(page.getByTestId('export')).toContainText('3 files', { timeout: 30_000 });
    const [made] = await member.call('GET /events/{id}/exports', { params: { id: eventId } });
    expect(made?.attributes).toMatchObject({ around_marks: true, handles_ms: 2_000, frame_rate: '29.97' });
    await page.getByRole('button', { name: /^Remove OTIO/ }).click();
    await expect(page.getByTestId('export')).toHaveCount(0);
  });

  await test.step('the show is cut anew while it is watched, kept as a version, and exported as one file', async () => {
    const time = page.getByRole('slider', { name: 'Time' });
    const program = page.getByTestId('program-picture');
    await page.getByRole('button', { name: 'Edit the cuts' }).click();
    await expect(program).toContainText('Camera 1');
    await time.blur();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('2');
    await expect(program).toContainText('Camera 2');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('1');
    await page.keyboard.press('Delete');
    await page.keyboard.press('z');
    await expect(program).toContainText('Camera 1');
    await page.keyboard.press('ArrowUp');
    await expect(program).toContainText('Camera 2');
    await expect.poll(() => program.locator('canvas').evaluate(hasPicture)).toBe(true);
    await page.getByRole('button', { name: 'Cut a frame later' }).click();
    await expectAccessible(page, 'cuts');
    await page.getByRole('button', { name: 'Save as a version' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Short');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('combobox', { name: 'Version of the cuts' })).toContainText('Short');
    await expect(page.getByRole('button', { name: 'Edit the cuts' })).toBeVisible();
    const [edit] = await member.call('GET /events/{id}/edits', { params: { id: eventId } });
    expect(edit?.attributes.cuts).toHaveLength(3);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Format').selectOption('program');
    await expect(dialog.getByLabel('Cuts')).toHaveValue(edit?.id ?? '');
    await dialog.getByRole('button', { name: 'Export' }).click();
    await expect(page.getByTestId('export')).toContainText('Live cut of “Short”');
    await expect(page.getByTestId('export')).toContainText('1 file', { timeout: 30_000 });
    await page.getByRole('button', { name: /^Remove Live cut/ }).click();
    await expect(page.getByTestId('export')).toHaveCount(0);
    await page.getByRole('combobox', { name: 'Version of the cuts' }).selectOption('As it was cut');
    await expect(program).toHaveCount(0);
  });

  await test.step('the clip is shared by a link, which plays it without an account', async () => {
    await page.getByRole('button', { name: 'Export the clip of Goal' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'New link' }).click();
    await expect(dialog.getByText(/^Recorded .*, with sound/)).toBeVisible();
    await dialog.getByLabel('Name').fill('The client');
    await dialog.getByLabel('Guests may comment').check();
    await expectAccessible(page, 'share-clip');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const address = await dialog.getByRole('textbox', { name: 'link The client' }).inputValue();
    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(address);
    await expect(stranger.getByRole('heading', { name: 'Harvest Festival' })).toBeVisible();
    await expect(stranger.getByTestId('recorded-camera')).toHaveCount(2);
    await expect(stranger.getByText('Loading…')).toHaveCount(0, { timeout: 20_000 });
    await expectAccessible(stranger, 'shared-clip');
    await stranger.getByRole('button', { name: 'Play', exact: true }).click();
    const video = stranger.getByTestId('recorded-camera').locator('video').first();
    const playedSeconds = () => video.evaluate((element) => (element as HTMLVideoElement).currentTime);
    const before = await playedSeconds();
    await expect.poll(playedSeconds).toBeGreaterThan(before + 0.5);
    await expect(stranger.getByRole('button', { name: 'Export' })).toHaveCount(0);
    await expect(dialog.getByText('1 person watching')).toBeVisible({ timeout: 10_000 });
    await page.keyboard.press('Escape');
    await stranger.getByRole('textbox', { name: /^Comment at / }).fill('The logo is cut off.');
    await stranger.getByRole('textbox', { name: 'Your name' }).fill('Grace');
    await stranger.getByRole('combobox', { name: 'Camera' }).selectOption('Camera 2');
    await stranger.getByRole('button', { name: 'Comment', exact: true }).click();
    const comment = page.getByTestId('comment');
    await expect(comment).toContainText('Grace');
    await expect(comment).toContainText('Camera 2');
    await expect(page.getByTestId('comment-marker')).toHaveCount(1);
    await comment.getByRole('button', { name: 'Answer' }).click();
    await comment.getByRole('textbox', { name: 'Answer Grace' }).fill('We move it.');
    await comment.getByRole('button', { name: 'Answer', exact: true }).last().click();
    await expect(comment).toContainText('We move it.');
    await comment.getByRole('button', { name: 'Done' }).click();
    await expect(comment.getByRole('button', { name: 'Open again' })).toBeVisible();
    await expectAccessible(page, 'comments');
    await expect(stranger.getByTestId('comment')).toContainText('We move it.', { timeout: 30_000 });
    await expectAccessible(stranger, 'guest-comments');
    await stranger.context().close();
  });

  await test.step('a file is downloaded, and deleted after one question', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download Camera 2' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^02 Camera 2 .*\.ts$/);
    await page.getByRole('button', { name: 'Delete the recording of Camera 2' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByTestId('recording')).toHaveCount(1);
  });
});
