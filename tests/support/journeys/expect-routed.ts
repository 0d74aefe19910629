import { expect, type Page } from '@playwright/test';

const probe = '**/healthz';

/**
 * Waits until a loaded page asks through the routes that were just set. The page learns of its first one while it goes on, so
 * that a press right behind it may ask the server.
 */
export async function expectRouted(page: Page): Promise<void> {
  if (page.url() === 'about:blank') return;
  await page.route(probe, (route) => route.fulfill({ status: 204 }));
  await expect(async () => {
    expect(await page.evaluate(async () => (await fetch('/healthz')).status)).toBe(204);
  }, 'the page asks through its routes').toPass();
  await page.unroute(probe);
}
