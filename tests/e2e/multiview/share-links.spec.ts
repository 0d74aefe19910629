import { type Browser, expect, type Page } from '@playwright/test';
import { startBarcodeCamera } from '../../support/camera/barcode-camera';
import { expectAccessible } from '../../support/journeys/expect-accessible';
import { isLive } from '../../support/journeys/is-live';
import { refusedRequest, test } from '../../support/journeys/quiet-test';
import { addCameras, Member } from '../../support/journeys/steps';

const phone = { width: 390, height: 844 };

/** A browser of somebody without an account. */
async function openStranger(browser: Browser, viewport = phone): Promise<Page> {
  const context = await browser.newContext({ viewport, hasTouch: viewport === phone });
  return context.newPage();
}

test.describe('a link', () => {
  // The password that is asked for, and the end of the link.
  test.use({ expectedFaults: refusedRequest });

  test('for one of two cameras, with a password, shows that camera on a phone until it is revoked', async ({
    page,
    context,
    browser,
  }) => {
    test.setTimeout(180_000);
    const member = await Member.signUp(context);
    const event = await member.createEvent('Harvest Festival');
    const addresses = await addCameras(member, event.id, 2, 2);
    const cameras = addresses.map((url) => startBarcodeCamera({ urls: [url], width: 640, height: 360 }));
    await page.goto(`/events/${event.id}/multiview`);
    await expect(page.getByTestId('preview-video')).toHaveCount(2, { timeout: 30_000 });

    const dialog = page.getByRole('dialog');
    await test.step('a member makes it', async () => {
      await page.mouse.move(300, 300);
      await page.mouse.move(310, 310); // the bar shows again
      await page.getByRole('button', { name: 'Links for clients' }).click();
      await expect(dialog.getByRole('heading', { name: 'Share with a client' })).toBeVisible();
      await dialog.getByRole('button', { name: 'New link' }).click();
      await dialog.getByLabel('Name').fill('The client');
      await dialog.getByText('Choose…', { exact: true }).click();
      await dialog.getByRole('checkbox', { name: 'Camera 2' }).check();
      await dialog.getByText('Picture and sound').click();
      await dialog.getByLabel('Password').fill('opening night');
      await expectAccessible(page, 'share-new');
      await dialog.getByRole('button', { name: 'Create link' }).click();
      await expect(dialog.getByText('1 camera · picture and sound · password')).toBeVisible();
    });
    const address = await dialog.getByRole('textbox', { name: 'link The client' }).inputValue();

    const stranger = await openStranger(browser);
    const requests: string[] = [];
    stranger.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`));
    await test.step('somebody without an account opens it', async () => {
      await stranger.goto(address);
      await expect(stranger.getByRole('heading', { name: 'Enter the password' })).toBeVisible();
      await expectAccessible(stranger, 'share-password');
      await stranger.getByLabel('Password').fill('a guess');
      await stranger.getByRole('button', { name: 'Watch' }).click();
      await expect(stranger.getByText('Wrong password.')).toBeVisible();
      await stranger.getByLabel('Password').fill('opening night');
      await stranger.getByRole('button', { name: 'Watch' }).click();
      await expect(stranger.getByRole('heading', { name: 'Harvest Festival' })).toBeVisible();
      await expect(stranger.getByText('Connected')).toBeVisible();
      await expect(stranger.getByTestId('shared-camera')).toHaveCount(1);
      const video = stranger.getByRole('article', { name: 'Camera 2' }).getByTestId('preview-video');
      await expect.poll(() => isLive(video), { timeout: 30_000 }).toBe(true);
      await expectAccessible(stranger, 'share');
      const width = await stranger.evaluate(() => document.documentElement.scrollWidth);
      expect(width, 'nothing is wider than the phone').toBeLessThanOrEqual(phone.width);
    });
    await test.step('sound, full size and back', async () => {
      await stranger.getByRole('button', { name: 'Sound of Camera 2' }).click();
      const audio = stranger.locator('audio');
      await expect
        .poll(() => audio.evaluate((element) => (element as HTMLAudioElement).currentTime))
        .toBeGreaterThan(0.5);
      await stranger.getByRole('button', { name: 'Show Camera 2 full size' }).click();
      await expect
        .poll(() => stranger.getByTestId('shared-camera').boundingBox())
        .toMatchObject({ x: 0, y: 0, ...phone });
      await stranger.getByRole('button', { name: 'Show Camera 2 full size' }).click();
    });
    await test.step('a reload needs no password', async () => {
      await stranger.reload();
      await expect(stranger.getByText('Connected')).toBeVisible();
      const video = stranger.getByTestId('preview-video');
      await expect.poll(() => isLive(video), { timeout: 30_000 }).toBe(true);
    });
    await test.step('the member sees who watches', async () => {
      await expect(dialog.getByText('1 person watching')).toBeVisible({ timeout: 20_000 });
      await expectAccessible(page, 'share-list');
    });
    await test.step('the member revokes it', async () => {
      await dialog.getByRole('button', { name: 'Revoke The client' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
      await expect(stranger.getByText('This link was revoked. Ask whoever sent it for a new one.')).toBeVisible();
      await expect(stranger.getByTestId('preview-video')).toHaveCount(0);
      await expect(dialog.getByText('Revoked')).toBeVisible();
    });
    await test.step('nothing of the app was asked for, and the secret is in no address', async () => {
      const secret = address.split('#')[1] ?? '';
      const apiPaths = requests.filter((request) => request.includes('/api/v1/'));
      expect(new Set(apiPaths.map((request) => new URL(request.split(' ')[0] ?? '').pathname))).toEqual(
        new Set(['/api/v1/share']),
      );
      expect(requests.filter((request) => request.split(' ')[0]?.includes(secret))).toEqual([]);
    });
    for (const camera of cameras) camera.stop();
    await stranger.context().close();
  });

  test('that is cut off, or empty, says what to do', async ({ browser }) => {
    const stranger = await openStranger(browser);
    await stranger.goto('/share#incomplete');
    await expect(
      stranger.getByText('This link does not work. Check that it is complete, or ask for a new one.'),
    ).toBeVisible();
    await stranger.goto('about:blank');
    await stranger.goto('/share');
    await expect(stranger.getByText('This link is not complete. Copy all of it, or ask for a new one.')).toBeVisible();
    await stranger.context().close();
  });
});

test('a viewer of the organization shares the page alone, and sees no links', async ({ page, context }) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('Harvest Festival');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.route('**/api/v1/auth/me', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: Object.assign(await response.json(), { role: 'viewer' }) });
  });
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await page.goto(`/events/${id}/multiview`);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Link copied!')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
