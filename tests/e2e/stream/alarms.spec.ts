import { expect, type Locator, type Page } from '@playwright/test';
import { ffmpeg, stopFfmpegs } from '../../support/camera/ffmpeg';
import { tileOf, untilBarIsHidden } from '../../support/journeys/multiview';
import { test } from '../../support/journeys/quiet-test';
import { addCameras, Member } from '../../support/journeys/steps';

/** The product notices within 3 s on a quiet machine; this one may be busy, and cameras take time to start. */
const noticeMs = 40_000;
const liveH264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '30', '-b:v', '500k'];

/** A camera with its picture and sound as filters of ffmpeg make them. */
function startCamera(address: string, { video, audio }: { video: string; audio: string }): void {
  const output = ['-c:a', 'aac', '-f', 'mpegts', `${address}&latency=120000`];
  ffmpeg(['-re', '-f', 'lavfi', '-i', video, '-re', '-f', 'lavfi', '-i', audio, ...liveH264, ...output]);
}

test.afterEach(() => stopFfmpegs());

const alarmOf = (page: Page, words: string) => page.getByTestId('tile-alarm').filter({ hasText: words });

/** The label and all beside it. */
const labelOf = (page: Page): Locator => tileOf(page, 1).getByTestId('tile-gutter');

/** The colors of what is shown of an element, squinted at: at a quarter of its size. */
async function shrunk(page: Page, shown: Locator): Promise<number[]> {
  const base64 = (await shown.screenshot()).toString('base64');
  return page.evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const [width, height] = [Math.ceil(bitmap.width / 4), Math.ceil(bitmap.height / 4)];
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context?.drawImage(bitmap, 0, 0, width, height);
    return [...(context?.getImageData(0, 0, width, height).data ?? [])];
  }, base64);
}

/** The share of pixels whose color differs as much as anybody sees. */
function differing(before: number[], after: number[]): number {
  const visible = 64;
  const pixels = Math.min(before.length, after.length) / 4;
  const differ = Array.from({ length: pixels }, (_, pixel) =>
    [0, 1, 2].some(
      (channel) => Math.abs((before[pixel * 4 + channel] ?? 0) - (after[pixel * 4 + channel] ?? 0)) > visible,
    ),
  );
  return differ.filter(Boolean).length / pixels;
}

const brightness = (colors: number[]): number =>
  colors.reduce((sum, value) => sum + value, 0) / colors.length - 255 / 4;

test('a frozen picture and silence are alarms, acknowledged by one member for all, and can be switched off', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000);
  const member = await Member.signUp(context);
  const { id: eventId } = await member.createEvent('Harbour Lights');
  const [address = ''] = await addCameras(member, eventId, 1, 1);
  const [{ id: streamId } = { id: '' }] = await member.call('GET /streams', { query: { event_id: eventId } });
  const dashboard = await context.newPage();
  await dashboard.goto('/streams');
  const row = dashboard.getByTestId('stream-row');
  await page.goto(`/events/${eventId}/multiview`);
  startCamera(address, {
    video: 'testsrc2=size=640x360:rate=30,noise=alls=6:allf=t,trim=duration=30,tpad=stop_mode=clone:stop=-1',
    audio: "sine=frequency=440:sample_rate=48000,volume=volume=0:enable='gte(t,30)'",
  });
  await expect(page.getByTestId('state')).toHaveText(/^Live/, { timeout: noticeMs });
  await expect(page.getByTestId('tile-alarm')).toHaveCount(0);
  await untilBarIsHidden(page);
  const healthy = await shrunk(page, tileOf(page, 1));
  const healthyLabel = await shrunk(page, labelOf(page));
  await expect(alarmOf(page, 'Frozen picture')).toBeVisible({ timeout: noticeMs });
  await expect(alarmOf(page, 'No sound')).toBeVisible({ timeout: noticeMs });
  const frozen = await shrunk(page, tileOf(page, 1));
  expect(differing(healthy, frozen)).toBeGreaterThan(0.6);
  expect(brightness(frozen), 'dimmed, whatever moves in it').toBeLessThan(0.7 * brightness(healthy));
  await expect(page.getByTestId('state')).toHaveText('Frozen picture');
  await expect(row).toContainText(/The picture is frozen|No sound above/);

  await test.step('acknowledged on the multiview, it is so on the dashboard at once', async () => {
    await alarmOf(page, 'Frozen picture')
      .getByRole('button', { name: /^Acknowledge/ })
      .click();
    await expect(alarmOf(page, 'Frozen picture')).toContainText(/Seen by (Ada Lovelace|you)/);
    await row.getByRole('button', { name: 'Camera 1', exact: true }).click();
    const findings = dashboard.getByTestId('stream-panel').getByTestId('findings');
    await expect(findings).toContainText(/Seen by Ada Lovelace at \d/);
    await expect(findings.getByRole('button', { name: /^Acknowledge: .* No sound/ })).toBeVisible();
  });

  await test.step('switched off, it is an alarm no more', async () => {
    const panel = dashboard.getByTestId('stream-panel');
    await panel.getByRole('button', { name: 'Alarms of Camera 1' }).click();
    const dialog = dashboard.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: 'Frozen picture' }).uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(alarmOf(page, 'Frozen picture')).toHaveCount(0, { timeout: 15_000 });
    const silent = await shrunk(page, labelOf(page));
    expect(differing(healthyLabel, silent), 'silence alone, of its label').toBeGreaterThan(0.4);
    await expect(alarmOf(page, 'No sound')).toBeVisible();
    await panel.getByRole('button', { name: 'Alarms of Camera 1' }).click();
    await expect(dialog.getByRole('checkbox', { name: 'Frozen picture' })).not.toBeChecked();
    await expect(dialog.getByRole('checkbox', { name: 'Black picture' })).toBeChecked();
  });

  const history = await member.call('GET /streams/{id}/incidents', { params: { id: streamId } });
  const lines = history.map(({ attributes }) => attributes.message);
  expect(lines).toContainEqual(expect.stringMatching(/^The picture is frozen/));
  expect(lines).toContainEqual(expect.stringMatching(/^Ada Lovelace acknowledged: The picture is frozen/));
  expect(lines).toContainEqual(expect.stringMatching(/^No sound above/));
});

test('a frame rate that falls and sound that clips are alarms, and the chime is off until it is switched on', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000);
  const member = await Member.signUp(context);
  const { id: eventId } = await member.createEvent('Harbour Lights');
  const [address = ''] = await addCameras(member, eventId, 1, 1);
  await page.goto(`/events/${eventId}/multiview`);
  startCamera(address, {
    video: "testsrc2=size=640x360:rate=30,select='lt(t,25)+not(mod(n,3))'",
    audio: "aevalsrc='if(lt(t,25),0.2,4)*sin(880*PI*t)|if(lt(t,25),0.2,4)*sin(880*PI*t)':s=48000",
  });
  await expect(page.getByTestId('state')).toHaveText(/^Live/, { timeout: noticeMs });
  const chime = page.getByRole('button', { name: 'Chime for alarms' });
  await page.mouse.move(200, 200);
  await expect(chime).toHaveAttribute('aria-pressed', 'false');
  await chime.click();
  await expect(chime).toHaveAttribute('aria-pressed', 'true');
  await expect(alarmOf(page, 'Sound clipping')).toBeVisible({ timeout: noticeMs });
  await expect(alarmOf(page, 'Low frame rate')).toBeVisible({ timeout: noticeMs });
  await page.reload();
  await page.mouse.move(300, 200);
  await expect(chime, 'this browser remembers it').toHaveAttribute('aria-pressed', 'true');
});

test('a black picture is an alarm on the dashboard while nobody watches the camera', async ({ page, context }) => {
  test.setTimeout(180_000);
  const member = await Member.signUp(context);
  const { id: eventId } = await member.createEvent('Harbour Lights');
  const [address = ''] = await addCameras(member, eventId, 1, 1);
  const [{ id: streamId } = { id: '' }] = await member.call('GET /streams', { query: { event_id: eventId } });
  await member.call('POST /events/{id}/recording', { params: { id: eventId } });
  await page.goto('/streams');
  startCamera(address, {
    video: "testsrc2=size=640x360:rate=30,drawbox=t=fill:c=black:enable='gte(t,15)'",
    audio: 'sine=frequency=440:sample_rate=48000',
  });
  const row = page.getByTestId('stream-row');
  await expect(row.getByTestId('state')).toHaveText(/^Live/, { timeout: noticeMs });
  await expect(row).toContainText('The picture is black.', { timeout: noticeMs });

  await test.step('it waits for somebody, with a picture of its moment, until it is acknowledged', async () => {
    const inbox = page.getByRole('region', { name: 'Not acknowledged' });
    const entry = inbox.getByRole('listitem').filter({ hasText: 'The picture is black.' });
    await expect(entry).toContainText('Harbour Lights');
    // The first small picture is made some seconds after the recording begins.
    const moment = { params: { id: streamId }, query: { at: new Date().toISOString() } };
    await expect.poll(() => member.call('GET /streams/{id}/thumbnail', moment), { timeout: noticeMs }).not.toBeNull();
    await page.reload();
    const link = entry.getByRole('link');
    await expect(link).toHaveAttribute('href', new RegExp(`^/events/${eventId}/recordings\\?t=\\d+$`));
    const width = () =>
      link.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth, undefined, { timeout: 1_000 });
    await expect.poll(width).toBeGreaterThan(0);
    await entry.getByRole('button', { name: 'Acknowledge: Camera 1, The picture is black.' }).click();
    await expect(entry).toHaveCount(0);
    const history = await member.call('GET /streams/{id}/incidents', { params: { id: streamId } });
    const lines = history.map(({ attributes }) => attributes.message);
    expect(lines).toContainEqual('Ada Lovelace acknowledged: The picture is black.');
  });
});
