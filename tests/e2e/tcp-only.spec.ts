import { expect } from '@playwright/test';
import { startBarcodeCamera } from '../support/camera/barcode-camera';
import { browserLaunch } from '../support/journeys/browser';
import { isLive } from '../support/journeys/is-live';
import { test } from '../support/journeys/quiet-test';
import { addCameras, Member, operator, signIn } from '../support/journeys/steps';

const launch = await browserLaunch();
// As in a network whose firewall drops UDP: WebRTC itself may use TCP alone.
const flag = '--force-webrtc-ip-handling-policy=disable_non_proxied_udp';
test.use({ launchOptions: Object.assign({}, launch, { args: [...(launch.args ?? []), flag] }) });

test('a browser that may use TCP alone gets the picture, on the event’s page and by a share link', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.setTimeout(150_000);
  const member = await Member.signUp(context);
  const event = await member.createEvent('By TCP');
  const urls = await addCameras(member, event.id, 1, 1);
  const camera = startBarcodeCamera({ urls, width: 640, height: 360, bitrateKbps: 800, hasAudio: false });
  try {
    await page.goto(`/events/${event.id}`);
    const preview = page.getByRole('article', { name: 'Camera 1' }).getByTestId('preview-video');
    await expect.poll(() => isLive(preview), { timeout: 60_000 }).toBe(true);
    await expect(page.getByText('Connecting…')).toHaveCount(0);

    const link = await member.call('POST /events/{id}/share_links', {
      params: { id: event.id },
      body: {
        share_link: { name: 'Client', expires_at: new Date(Date.now() + 3_600_000).toISOString() },
      },
    });
    const viewer = await browser.newPage({ baseURL });
    await viewer.goto(link.attributes.path ?? '');
    const shared = viewer.getByTestId('shared-camera').getByTestId('preview-video');
    await expect.poll(() => isLive(shared), { timeout: 60_000 }).toBe(true);
    await viewer.close();
  } finally {
    camera.stop();
  }
});

test('System says that video reaches this browser by TCP', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, operator.email, operator.password);
  await expect(page.getByRole('heading', { name: 'Your Events' })).toBeVisible();
  await page.goto('/organization/system');
  await expect(page.getByText('Video reaches this browser by TCP only')).toBeVisible({ timeout: 40_000 });
});
