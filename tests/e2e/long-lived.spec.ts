import { expect, type Page } from '@playwright/test';
import { AccessToken, TokenVerifier } from 'livekit-server-sdk';
import type { EventJson } from '@/lib/contracts/events';
import { startBarcodeCamera } from '../support/camera/barcode-camera';
import { isLive } from '../support/journeys/is-live';
import { test } from '../support/journeys/quiet-test';
import { addCameras, Member } from '../support/journeys/steps';
import { livekitKeys } from '../support/product/livekit-keys';
import { childOf } from '../support/product/processes';

/** The product recovers within 10 s on a quiet machine; this one may be busy. */
const recoveryTimeoutMs = 25_000;
/** LiveKit accepts a token for a minute after it has expired, because clocks differ. */
const expiredSeconds = 120;

const productPid = (): number => Number(process.env.E2E_PRODUCT_PID);
const eventRequest = /\/api\/v1\/events\/[\w-]+$/;

/** The same token, but expired. */
async function expired(token: string): Promise<string> {
  const { apiKey, apiSecret } = livekitKeys(productPid());
  const claims = await new TokenVerifier(apiKey, apiSecret).verify(token);
  const old = new AccessToken(apiKey, apiSecret, { identity: claims.sub, ttl: -expiredSeconds });
  if (claims.video) old.addGrant(claims.video);
  return old.toJwt();
}

/** Makes the page's first token an expired one. @returns a function that counts the tokens the page has requested */
async function expireFirstToken(page: Page): Promise<() => number> {
  let count = 0;
  await page.route(eventRequest, async (route) => {
    count++;
    if (count > 1) return route.fallback();
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: EventJson };
    data.attributes.livekit_token = await expired(data.attributes.livekit_token);
    await route.fulfill({ response, json: { data } });
  });
  return () => count;
}

// Browsers and LiveKit log these about unreachable servers.
test.use({ expectedFaults: /failed to load resource|websocket|livekit|connection|signal|ERR_/i });

test('a multiview left open recovers by itself from every fault', { tag: '@alone' }, async ({ page, context }) => {
  test.setTimeout(180_000);
  const member = await Member.signUp(context);
  const { id } = await member.createEvent('Long Night');
  const camera = startBarcodeCamera({ urls: await addCameras(member, id, 1, 1) });
  const video = page.getByTestId('preview-video');
  const expectLive = () =>
    expect.poll(() => isLive(video), { timeout: recoveryTimeoutMs, message: 'recent frames' }).toBe(true);
  try {
    const requestedTokens = await expireFirstToken(page);
    await page.goto(`/events/${id}/multiview`);
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));

    await test.step('its token has expired', async () => {
      await expectLive();
      expect(requestedTokens()).toBe(2);
    });

    await test.step('the web server restarts', async () => {
      process.kill(childOf(productPid(), 'web.mjs'), 'SIGKILL');
      await expect(async () => {
        await member.call('PATCH /events/{id}', { params: { id }, body: { event: { name: 'Longer Night' } } });
      }).toPass({ timeout: recoveryTimeoutMs });
      await expect(page.getByRole('heading', { name: 'Longer Night' })).toBeVisible({ timeout: recoveryTimeoutMs });
      await expectLive();
    });

    await test.step('the network fails and returns', async () => {
      await context.setOffline(true);
      await page.waitForTimeout(2_000);
      await context.setOffline(false);
      await expectLive();
    });

    await test.step('the machine sleeps for an hour', async () => {
      const before = requestedTokens();
      // A page notices only that the clock has jumped.
      await page.evaluate(() => {
        const now = Date.now;
        Object.assign(window, { wakeUp: () => Object.assign(Date, { now }) });
        Date.now = () => now() + 3_600_000;
      });
      await expect.poll(requestedTokens, { timeout: recoveryTimeoutMs }).toBeGreaterThan(before);
      await page.evaluate('wakeUp()');
      await expectLive();
    });

    await expect(page.getByText('Connected')).toBeVisible();
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  } finally {
    camera.stop();
  }
});
