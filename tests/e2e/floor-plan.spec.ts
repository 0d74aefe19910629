import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type { JoinedCameraJson } from '@/lib/contracts/phones';
import { expectAccessible } from '../support/journeys/expect-accessible';
import { test } from '../support/journeys/quiet-test';
import { Member } from '../support/journeys/steps';

/** A hall from above as a photograph of a drawing, larger than what is kept, which says where it was taken. */
async function photographPlan(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [3_200, 2_000];
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.lineWidth = 16;
    context.strokeRect(80, 80, 3_040, 1_840);
    context.strokeRect(80, 700, 500, 600);
    context.font = '120px sans-serif';
    context.fillStyle = '#000';
    context.fillText('Stage', 180, 1_040);
    for (let row = 0; row < 7; row++) context.strokeRect(900 + row * 260, 400, 120, 1_200);
    return canvas.toDataURL('image/jpeg', 0.8).split(',')[1] ?? '';
  });
  const image = Buffer.from(base64, 'base64');
  const place = Buffer.from('\xff\xe1\x00\x13Exif\0\0GPS 47.37 N', 'latin1');
  return Buffer.concat([image.subarray(0, 2), place, image.subarray(2)]);
}

/** A phone of the crew without a browser, which is about to go out. */
async function joinTiredPhone(member: Member, context: BrowserContext, eventId: string): Promise<void> {
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const camera_invite = { label: 'Balcony', max_uses: 1, expires_at };
  const invite = await member.call('POST /events/{id}/camera_invites', {
    params: { id: eventId },
    body: { camera_invite },
  });
  const secret = invite.attributes.path?.split('#')[1];
  const joined = await context.request.post('/api/v1/camera', { data: { camera: { secret, person: 'Grace' } } });
  const { attributes } = ((await joined.json()) as { data: JoinedCameraJson }).data;
  const camera = { device_secret: attributes.device_secret, battery_percent: 7, is_charging: false };
  expect((await context.request.put('/api/v1/camera/report', { data: { camera } })).ok()).toBe(true);
}

/** The place of a marker's number on the map, in parts of its width and height. */
async function placeOf(marker: Locator, map: Locator): Promise<{ x: number; y: number }> {
  const [box, frame] = [await marker.locator('span').first().boundingBox(), await map.boundingBox()];
  if (!box || !frame) return { x: Number.NaN, y: Number.NaN };
  return {
    x: (box.x + box.width / 2 - frame.x) / frame.width,
    y: (box.y + box.height / 2 - frame.y) / frame.height,
  };
}

test('a hall gets a floor plan, on which a crew sees its cameras moved by anyone of it', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(120_000);
  const member = await Member.signUp(context);
  const event = await member.createEvent('Harvest Festival');
  await member.addStream(event.id, 'Stage left');
  await joinTiredPhone(member, context, event.id);
  await page.goto(`/events/${event.id}/crew`);
  const map = page.getByRole('group', { name: /^Floor plan: / });
  const marker = page.getByRole('button', { name: /^Stage left, move/ });
  const upload = async (name: string, mimeType: string, buffer: Buffer) => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: /^(Add|Replace) floor plan$/ }).click();
    await (await choosing).setFiles({ name, mimeType, buffer });
  };
  const readPlan = async () =>
    (await member.call('GET /events/{id}', { params: { id: event.id } })).attributes.floor_plan;

  await test.step('a map on which nobody is stays closed', async () => {
    // A page that nobody opened before takes time on a busy machine.
    await expect(page.getByText('Nobody is on a map yet.')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('group', { name: /^Map: / })).toHaveCount(0);
  });
  await test.step('what is no image is refused in a sentence, whatever it is called', async () => {
    await upload('plan.png', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await expect(page.getByText('A floor plan must be a PNG, JPEG or WebP image.')).toBeVisible();
    expect(await readPlan()).toBeNull();
  });
  await test.step('a photograph becomes the plan, smaller, and without where it was taken', async () => {
    await upload('plan.jpg', 'image/jpeg', await photographPlan(page));
    await expect(map.getByRole('img', { name: 'Floor plan' })).toBeVisible();
    const plan = await readPlan();
    expect(plan).toMatchObject({ width: 2_560, height: 1_600 });
    const image = await member.call('GET /events/{id}/floor_plan/{hash}', {
      params: { id: event.id, hash: plan?.hash ?? '' },
    });
    const bytes = Buffer.from(image.attributes.image, 'base64');
    expect(bytes.includes('GPS')).toBe(false);
    expect(bytes.includes('Exif')).toBe(false);
  });
  await test.step('cameras are put on it, and the keyboard goes on with each', async () => {
    for (const name of ['Stage left', /^2.*Balcony/]) {
      await page.getByRole('button', { name: 'Put on the plan' }).click();
      await page.getByRole('menuitem', { name }).click();
    }
    await expect(page.getByRole('button', { name: /Balcony.*, battery low/ })).toBeFocused();
    await marker.focus();
    for (let presses = 0; presses < 5; presses++) await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => (await placeOf(marker, map)).x).toBeCloseTo(0.4, 1);
  });

  const others = await browser.newContext();
  await member.signIn(others);
  const other = await others.newPage();
  await other.goto(`/events/${event.id}/crew`);
  const otherMap = other.getByRole('group', { name: /^Floor plan: / });
  const otherMarker = other.getByRole('button', { name: /^Stage left, move/ });
  await test.step('another person sees it there, and sees it dragged', async () => {
    await expect(otherMap.getByRole('img', { name: 'Floor plan' })).toBeVisible({ timeout: 30_000 });
    await expect.poll(async () => (await placeOf(otherMarker, otherMap)).x).toBeCloseTo(0.4, 1);
    const [from, frame] = [await marker.locator('span').first().boundingBox(), await map.boundingBox()];
    if (!from || !frame) throw new Error('the map is not shown');
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(frame.x + frame.width * 0.2, frame.y + frame.height * 0.75, { steps: 5 });
    await page.mouse.up();
    const isThere = async (shown: Locator, on: Locator) => {
      const { x, y } = await placeOf(shown, on);
      return Math.abs(x - 0.2) < 0.03 && Math.abs(y - 0.75) < 0.03;
    };
    await expect.poll(() => isThere(marker, map)).toBe(true);
    await expect.poll(() => isThere(otherMarker, otherMap)).toBe(true);
    await page.reload();
    await expect.poll(() => isThere(marker, map)).toBe(true);
  });
  await test.step('its width and a loudspeaker tell how long sound is on its way to each camera', async () => {
    await page.getByLabel('Width in meters').fill('40');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Put the loudspeaker' }).click();
    await page.getByRole('button', { name: /^Loudspeaker, move/ }).press('ArrowLeft');
    await expect(otherMap.getByRole('button', { name: /^Loudspeaker, move/ })).toBeVisible();
    await expect.poll(readPlan).toMatchObject({ width_m: 40, sound_place: { x: expect.closeTo(0.48, 2), y: 0.5 } });
  });
  await test.step('it is near by a press, and a camera outside comes into view by the keyboard', async () => {
    await page.getByRole('button', { name: 'Zoom in' }).click();
    expect((await placeOf(marker, map)).x).toBeLessThan(0);
    await marker.focus();
    await expect.poll(async () => (await placeOf(marker, map)).x).toBeGreaterThan(0);
  });
  await test.step('it reads on a narrow phone, and by axe', async () => {
    const size = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 568 });
    await expectAccessible(page, 'crew-floor-plan');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    if (size) await page.setViewportSize(size);
  });
  await test.step('the world is one press away, and has its own places', async () => {
    await page.getByRole('group', { name: 'Ground' }).getByText('World').click();
    await expect(page.getByRole('group', { name: /^Map: / })).toBeVisible();
    await expect(page.getByTestId('map-marker')).toHaveCount(0);
  });
  await test.step('removed, it is gone for everyone; Undo brings it back with its cameras', async () => {
    await page.getByRole('button', { name: 'Remove floor plan' }).click();
    await expect(otherMap).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Add floor plan' })).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(otherMarker).toBeVisible();
    await other.getByRole('button', { name: 'Remove floor plan' }).click();
    await expect(page.getByRole('button', { name: 'Remove floor plan' })).toHaveCount(0);
    expect(await readPlan()).toBeNull();
  });
  await others.close();
});
