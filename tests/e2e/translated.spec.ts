import { expect, type Page } from '@playwright/test';
import { startBarcodeCamera } from '../support/camera/barcode-camera';
import { refusedRequest, test } from '../support/journeys/quiet-test';
import { memberScreens, publicScreens, type Screen } from '../support/journeys/screens';
import { addCameras, Member } from '../support/journeys/steps';
import { countTranslated, isHydrated, translate } from '../support/journeys/translator';

const picture = { width: 640, height: 360, bitrateKbps: 800, hasAudio: false };

// Pages that people reach by a link, such as single sign-on, ask in vain here.
test.use({ expectedFaults: refusedRequest });

test('every page stays whole while it is translated', async ({ page, context }) => {
  test.setTimeout(240_000);
  const visit = async ({ name, path, landmark }: Screen) => {
    await page.goto(path);
    await expect(landmark(page).first(), name).toBeVisible({ timeout: 30_000 });
    await expect.poll(() => isHydrated(page), { message: name, timeout: 30_000 }).toBe(true);
    await translate(page);
    expect(await countTranslated(page), name).toBeGreaterThan(0);
    // Menus, focus and a resized window render much of it again.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.keyboard.press('Tab');
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(landmark(page).first(), name).toBeVisible();
  };
  for (const screen of publicScreens) await visit(screen);
  // Only now, because a signed-in browser is led away from the sign-in page.
  for (const screen of await memberScreens(context)) await visit(screen);
});

test('pages that are translated stay whole while a camera goes and comes, and is switched off and on', async ({
  context,
  browser,
  baseURL,
}) => {
  test.setTimeout(300_000);
  const member = await Member.signUp(context);
  const event = await member.createEvent('Translated');
  const [url = ''] = await addCameras(member, event.id, 1, 1);
  const [stream] = await member.call('GET /streams', { query: { event_id: event.id } });
  const link = await member.call('POST /events/{id}/share_links', {
    params: { id: event.id },
    body: {
      share_link: { name: 'Client', expires_at: new Date(Date.now() + 3_600_000).toISOString() },
    },
  });
  const paths = [
    '/app',
    `/events/${event.id}`,
    `/events/${event.id}/multiview`,
    `/events/${event.id}/tally?camera=${stream?.id}`,
    `/events/${event.id}/recordings`,
    `/streams?stream=${stream?.id}`,
  ];
  const pages: Page[] = [];
  const open = async (page: Page, path: string) => {
    pages.push(page);
    await page.goto(path);
    await expect(page.getByText(/Translated|Camera 1/).first()).toBeVisible({ timeout: 60_000 });
    await expect.poll(() => isHydrated(page), { message: path, timeout: 30_000 }).toBe(true);
    await translate(page);
  };
  for (const path of paths) await open(await context.newPage(), path);
  const guest = await browser.newContext({ baseURL });
  const guestFaults: string[] = [];
  guest.on('weberror', (error) => guestFaults.push(String(error.error())));
  await open(await guest.newPage(), link.attributes.path ?? '');

  const signal = async () =>
    (await member.call('GET /streams/{id}', { params: { id: stream?.id ?? '' } })).attributes.signal;
  for (let round = 0; round < 2; round++) {
    const camera = startBarcodeCamera({ urls: [url], ...picture });
    await expect.poll(signal, { timeout: 60_000 }).toBe('live');
    for (const page of pages) await page.bringToFront();
    camera.stop();
    await expect.poll(signal, { timeout: 60_000 }).not.toBe('live');
    for (const page of pages) await page.bringToFront();
  }
  const status = async () =>
    (await member.call('GET /streams/{id}', { params: { id: stream?.id ?? '' } })).attributes.status;
  await member.call('POST /streams/{id}/stop', { params: { id: stream?.id ?? '' } });
  await expect.poll(status, { timeout: 60_000 }).toBe('stopped');
  await member.call('PATCH /streams/{id}', { params: { id: stream?.id ?? '' }, body: { stream: { name: 'Jib' } } });
  await member.call('PATCH /events/{id}', { params: { id: event.id }, body: { event: { name: 'Renamed' } } });
  await member.call('POST /streams/{id}/start', { params: { id: stream?.id ?? '' } });
  await expect.poll(status, { timeout: 60_000 }).toBe('active');
  for (const [index, page] of pages.entries()) {
    await page.bringToFront();
    await expect(page.getByText(/Renamed|Jib|Translated|Camera 1/).first(), paths[index]).toBeVisible();
    expect(await countTranslated(page), paths[index]).toBeGreaterThan(0);
  }
  expect(guestFaults).toEqual([]);
  await guest.close();
});
