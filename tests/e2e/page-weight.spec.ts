import { expect } from '@playwright/test';
import { weighPage } from '../support/journeys/page-weight';
import { test } from '../support/journeys/quiet-test';
import { Member } from '../support/journeys/steps';

const maxCls = 0.02;
// The landing page draws a multiview in which things happen.
const maxPublicBytes = 132_000;
// Findings, addresses, and the search of many cameras load on demand.
const maxMemberBytes = 255_000;

test.describe('the first view of a public page is light, stable, and paints text first', () => {
  for (const path of ['/', '/login', '/signup', '/design-system/colors', '/docs/api']) {
    test(path, async ({ page }) => {
      const { scriptBytes, cls, lcpIsText } = await weighPage(page, path);
      expect(scriptBytes).toBeGreaterThan(50_000);
      expect(scriptBytes).toBeLessThanOrEqual(maxPublicBytes);
      expect(cls).toBeLessThanOrEqual(maxCls);
      expect(lcpIsText).toBe(true);
    });
  }
});

test('signed-in pages are light apart from LiveKit, and nothing in them shifts', async ({ context, browser }) => {
  const member = await Member.signUp(context);
  const { id } = await member.createEvent();
  await member.addStream(id);
  for (const path of ['/app', '/streams', `/events/${id}`, `/events/${id}/multiview`, `/events/${id}/crew`]) {
    const visit = await browser.newContext();
    await member.signIn(visit);
    const { scriptBytes, livekitBytes, cls } = await weighPage(await visit.newPage(), path);
    await visit.close();
    expect.soft(scriptBytes - livekitBytes, `${path}: bytes of scripts`).toBeLessThanOrEqual(maxMemberBytes);
    const showsVideo = path.startsWith('/events/');
    expect.soft(livekitBytes > 0, `${path}: LiveKit loads where there is video`).toBe(showsVideo);
    expect.soft(cls, `${path}: layout shift`).toBeLessThanOrEqual(maxCls);
  }
});

test('scripts are compressed as well as the browser supports, and may be cached forever', async ({ page, request }) => {
  await page.goto('/login');
  const script = await page.locator('script[src]').first().getAttribute('src');
  for (const [accepted, sent] of [
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
  ] as const) {
    const headers = (await request.get(script ?? '', { headers: { 'accept-encoding': accepted } })).headers();
    expect(headers).toMatchObject({ 'content-encoding': sent, vary: 'Accept-Encoding' });
    expect(headers['cache-control']).toContain('immutable');
  }
});
