import { afterAll, expect, test, vi } from 'vitest';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { log } from '@/lib/platform/log';
import { makeUser } from '../../support/api/factories';
import { OidcBrowser } from '../../support/oidc/oidc-browser';
import { OidcServer } from '../../support/oidc/oidc-server';

const publicUrl = 'http://shows.example.com';
const server = await OidcServer.start(publicUrl, 'http://another.example');
afterAll(() => server.stop());
Object.assign(process.env, server.settings, {
  PUBLIC_URL: publicUrl,
  OIDC_ALLOWED_DOMAINS: 'northwind.example',
});

test('an identity provider that is not the issuer of the settings lets nobody in, and the log says why', async () => {
  await makeUser();
  const error = vi.spyOn(log, 'error');
  server.person = { sub: newId(), email: 'ada@northwind.example', email_verified: true };
  const browser = new OidcBrowser();
  expect(await browser.signIn()).toBe('/login?sso=failed');
  expect(await browser.openSession()).toMatchObject({ status: 404 });
  expect(await db().user.count({ where: { email: server.person.email } })).toBe(0);
  const sentence = `the identity provider is http://another.example, and OIDC_ISSUER says ${server.url}`;
  expect(error).toHaveBeenCalledWith({ err: expect.objectContaining({ message: sentence }) }, 'single sign-on failed');
});

test('an identity provider that is away sends nobody anywhere', async () => {
  await server.stop();
  const { GET: signIn } = await import('@/app/api/auth/signin/oidc/route');
  const response = await signIn(new Request(`${publicUrl}/api/auth/signin/oidc`));
  expect(response.headers.get('location')).toBe('/login?sso=failed');
  expect(response.headers.getSetCookie()).toEqual([]);
});
