import { expect } from '@playwright/test';
import { startBarcodeCamera } from '../support/camera/barcode-camera';
import { isLive } from '../support/journeys/is-live';
import { test } from '../support/journeys/quiet-test';
import { createEvent, signUp } from '../support/journeys/steps';
import { Caddy, hasCaddy } from '../support/network/caddy';

test.use({ ignoreHTTPSErrors: true });

test('behind a proxy with TLS a camera plays by one host, one certificate and one TCP port', async ({
  page,
  baseURL,
}) => {
  test.skip(!hasCaddy(), 'There is no Caddy: as root on Debian, apt-get install caddy.');
  const caddy = await Caddy.start(new URL(baseURL ?? '').host);
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  page.on('websocket', (socket) => origins.add(new URL(socket.url()).origin));
  const websockets: string[] = [];
  page.on('websocket', (socket) => websockets.push(new URL(socket.url()).pathname));
  await page.goto(`${caddy.url}/signup`);
  await signUp(page);
  await createEvent(page, 'Behind Caddy');
  await page.getByRole('button', { name: 'Add stream' }).click();
  const card = page.getByRole('article', { name: 'Camera 1' });
  await card.getByRole('switch', { name: 'Camera 1: Off' }).click();
  await expect(card.getByRole('switch', { name: 'Camera 1: On' })).toBeVisible({ timeout: 20_000 });
  await card.getByRole('button', { name: 'Show connection details' }).click();
  const address = await card.getByRole('textbox', { name: 'Ingest address' }).inputValue();
  const camera = startBarcodeCamera({ urls: [address], width: 640, height: 360, bitrateKbps: 800, hasAudio: false });
  try {
    await expect.poll(() => isLive(card.getByTestId('preview-video')), { timeout: 30_000 }).toBe(true);
    expect(websockets.toSorted()).toEqual(['/cable', '/livekit/rtc/v1']);
    expect([...origins].filter((origin) => origin !== 'null').toSorted()).toEqual([
      caddy.url,
      caddy.url.replace('https', 'wss'),
    ]);
  } finally {
    camera.stop();
    // A page that is open would say that its server has gone.
    await page.close();
    await caddy.stop();
  }
});
