import { afterAll, beforeAll, expect, test } from 'vitest';
import { GET as account } from '@/app/api/v1/auth/me/route';
import { POST as probe } from '@/app/api/v1/preflight/probe/route';
import { GET as preflight } from '@/app/api/v1/preflight/route';
import { newId } from '@/lib/core/id';
import { checkOperator } from '@/lib/preflight/checks/operator';
import { call } from '../support/api/api';
import { makeColleague, makeUser, type SignedInUser } from '../support/api/factories';
import { OidcBrowser } from '../support/oidc/oidc-browser';
import { OidcServer } from '../support/oidc/oidc-server';

const publicUrl = 'http://shows.example.com';
const server = await OidcServer.start(publicUrl);
Object.assign(process.env, server.settings, { PUBLIC_URL: publicUrl, OIDC_ALLOWED_DOMAINS: 'northwind.example' });
afterAll(() => server.stop());

let oldest: SignedInUser;
let operator: SignedInUser;
beforeAll(async () => {
  [oldest, operator] = [await makeUser(), await makeUser()];
  // Settings are read at the first question, which comes later.
  process.env.OPERATOR_ORGANIZATION = operator.actor.organizationId;
});

test('the organization that OPERATOR_ORGANIZATION names runs the server, and the oldest one does not', async () => {
  const isOperator = async ({ token }: SignedInUser) =>
    (await call(account, { token })).body as { operates_server: boolean };
  expect(await isOperator(operator)).toMatchObject({ operates_server: true });
  expect(await isOperator(oldest)).toMatchObject({ operates_server: false });
  expect((await call(probe, { method: 'POST', token: operator.token })).status).toBe(200);
  for (const [handler, method] of [
    [preflight, 'GET'],
    [probe, 'POST'],
  ] as const) {
    expect((await call(handler, { method, token: oldest.token })).status).toBe(404);
    for (const role of ['member', 'viewer'] as const) {
      const { token } = await makeColleague(operator.actor, role);
      expect((await call(handler, { method, token })).status, role).toBe(403);
    }
  }
});

test('the doctor and the page System say which one it is', async () => {
  const { organizationId } = operator.actor;
  expect(await checkOperator()).toEqual([
    { check: 'operator', level: 'ok', text: `“Northwind Live” (${organizationId}) runs this server.`, fix: null },
  ]);
});

test('whoever the identity provider vouches for joins that organization', async () => {
  server.person = { sub: newId(), email: `${newId()}@northwind.example`, email_verified: true, given_name: 'Grace' };
  const browser = new OidcBrowser();
  expect(await browser.signIn()).toBe('/sso');
  expect(await browser.openSession()).toMatchObject({
    status: 200,
    body: { data: { organization: { id: operator.actor.organizationId }, role: 'viewer' } },
  });
});
