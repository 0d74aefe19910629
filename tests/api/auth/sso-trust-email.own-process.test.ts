import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { makeUser } from '../../support/api/factories';
import { OidcBrowser } from '../../support/oidc/oidc-browser';
import { OidcServer, type Person } from '../../support/oidc/oidc-server';

// As an Entra ID tenant of the operator's own is: it says nothing of addresses being verified.
const publicUrl = 'http://shows.example.com';
const server = await OidcServer.start(publicUrl);
Object.assign(process.env, server.settings, {
  PUBLIC_URL: publicUrl,
  OIDC_ALLOWED_DOMAINS: 'northwind.example',
  OIDC_TRUST_EMAIL: 'true',
});
afterAll(() => server.stop());
beforeAll(() => makeUser());

test.each<[string, Partial<Person>, string]>([
  ['the claim is absent', {}, '/sso'],
  ['the claim says yes', { email_verified: true }, '/sso'],
  ['the claim says no', { email_verified: false }, '/login?sso=email_not_verified'],
  ['there is no address', { email: undefined }, '/login?sso=email_missing'],
  ['the address is of another domain', { email: 'ada@elsewhere.example' }, '/login?sso=not_invited'],
])('a provider whose addresses are trusted, where %s, leads to %s', async (_, claims, location) => {
  const sub = newId();
  server.person = Object.assign({ sub, email: `${sub}@northwind.example`, given_name: 'Grace' }, claims);
  const browser = new OidcBrowser();
  expect(await browser.signIn()).toBe(location);
  expect((await browser.openSession()).status).toBe(location === '/sso' ? 200 : 404);
});

test('the address of an account that has a password does not open it', async () => {
  const { email, actor } = await makeUser();
  server.person = { sub: newId(), email };
  const browser = new OidcBrowser();
  expect(await browser.signIn()).toBe('/sso');
  expect(await browser.openSession()).toMatchObject({ status: 409 });
  expect(await db().userIdentity.count({ where: { userId: actor.userId } })).toBe(0);
});
