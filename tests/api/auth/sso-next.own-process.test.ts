import { afterAll, expect, test } from 'vitest';
import { newId } from '@/lib/core/id';
import { makeUser } from '../../support/api/factories';
import { OidcBrowser } from '../../support/oidc/oidc-browser';
import { OidcServer } from '../../support/oidc/oidc-server';

const publicUrl = 'http://shows.example.com';
const server = await OidcServer.start(publicUrl);
Object.assign(process.env, server.settings, {
  PUBLIC_URL: publicUrl,
  OIDC_ALLOWED_DOMAINS: 'northwind.example',
});
afterAll(() => server.stop());
await makeUser();

/** A browser in which somebody signs in at the provider. */
function newBrowser({ isVerified = true } = {}): OidcBrowser {
  const sub = newId();
  server.person = { sub, email: `${sub}@northwind.example`, email_verified: isVerified };
  return new OidcBrowser();
}

const page = '/events/a1/multiview?layout=1+5#top';
const asked = (next: string) => `?next=${encodeURIComponent(next)}`;

test('single sign-on leads back to the page that was asked for, and only by the way that asked for it', async () => {
  const browser = newBrowser();
  expect(await browser.signIn(asked(page))).toBe(`/sso${asked(page)}`);
  expect(await browser.signIn()).toBe('/sso');
});

test('a refusal keeps the page that was asked for', async () => {
  const browser = newBrowser({ isVerified: false });
  expect(await browser.signIn(asked(page))).toBe(`/login?sso=email_not_verified&${asked(page).slice(1)}`);
});

test.each(['https://evil.example', '//evil.example/app', '/\\evil.example', 'javascript:alert(1)'])(
  '%j is no page of ours, in the link or in the cookie',
  async (next) => {
    const browser = newBrowser();
    expect(await browser.signIn(asked(next))).toBe('/sso');
    const back = await browser.signInAt(await browser.start());
    browser.cookies.set('sso.next', encodeURIComponent(next));
    expect(await browser.comeBack(back)).toBe('/sso');
  },
);

test('a page with a line break in it adds no header', async () => {
  const browser = newBrowser();
  const location = await browser.signIn(asked('/x\r\nset-cookie: a=b'));
  expect(location).toMatch(/^\/sso\?next=[^\r\n]*$/);
  expect(browser.cookies.has('a')).toBe(false);
});
