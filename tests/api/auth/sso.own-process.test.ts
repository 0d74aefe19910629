import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { PUT as changePassword } from '@/app/api/v1/auth/password/route';
import { authenticate } from '@/lib/auth/authenticate';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { webEnv } from '@/lib/platform/env/web-env';
import { log } from '@/lib/platform/log';
import { changeEmail } from '@/lib/use-cases/accounts/email/change-email';
import { logIn } from '@/lib/use-cases/accounts/log-in';
import { createPasswordReset } from '@/lib/use-cases/accounts/password-reset/password-reset';
import { resetPassword } from '@/lib/use-cases/accounts/password-reset/reset-password';
import { createInvitation } from '@/lib/use-cases/members/invitation/invitations';
import { type Answer, call } from '../../support/api/api';
import { makeUser, newAddress, password, type SignedInUser } from '../../support/api/factories';
import { setUses } from '../../support/api/set-uses';
import { OidcBrowser } from '../../support/oidc/oidc-browser';
import { OidcServer, type Person } from '../../support/oidc/oidc-server';

const publicUrl = 'http://shows.example.com';
const server = await OidcServer.start(publicUrl);
Object.assign(process.env, server.settings, {
  PUBLIC_URL: publicUrl,
  OIDC_ALLOWED_DOMAINS: 'northwind.example, other.example',
});
afterAll(() => server.stop());
afterEach(() => vi.restoreAllMocks());

/** Owner of the oldest organization, which people join by their domain. */
let owner: SignedInUser;
beforeAll(async () => {
  owner = await makeUser();
});

const newPerson = (more: Partial<Person> = {}): Person => {
  const sub = newId();
  const person = {
    sub,
    email: `${sub}@northwind.example`,
    email_verified: true,
    given_name: 'Grace',
    family_name: 'Hopper',
  };
  return Object.assign(person, more);
};

/** A browser in which this person signs in at the provider. */
function browserOf(person: Person): OidcBrowser {
  server.person = person;
  return new OidcBrowser();
}

async function resetOf(userId: string): Promise<void> {
  const { secret } = await db().$transaction((tx) => createPasswordReset(tx, userId, null));
  await resetPassword({ password_reset: { secret }, user: { password: 'another password' } }, newAddress());
}

async function actorOf({ body }: Answer) {
  return authenticate((body as { data: { token: string } }).data.token);
}

describe('who comes from the identity provider', () => {
  test('with a verified address of an allowed domain joins the oldest organization as a viewer, without a password', async () => {
    const person = newPerson();
    const browser = browserOf(person);
    expect(await browser.signIn()).toBe('/sso');
    const answer = await browser.openSession();
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          user: { email: person.email, first_name: 'Grace', last_name: 'Hopper' },
          organization: { id: owner.actor.organizationId },
          role: 'viewer',
        },
      },
    });
    const { userId } = await actorOf(answer);
    const [identity] = await db().userIdentity.findMany({ where: { userId } });
    expect(identity).toMatchObject({ issuer: server.url, subject: person.sub });

    // No password opens the account, nor is one asked for or changed.
    const guess = { user: { email: person.email ?? '', password } };
    await expect(logIn(guess, { address: newAddress(), userAgent: '' })).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'The e-mail address or the password is wrong.',
    });
    const { token } = (answer.body as { data: { token: string } }).data;
    const body = { user: { current_password: 'x', password: 'another password' } };
    expect(await call(changePassword, { method: 'PUT', token, body })).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('Your account has no password yet.') } },
    });
  });

  test('is let in though AUTH_SECRET was rotated while they were away', async () => {
    const browser = browserOf(newPerson());
    const back = await browser.signInAt(await browser.start());
    const { AUTH_SECRET } = webEnv();
    onTestFinished(() => void Object.assign(webEnv(), { AUTH_SECRET, AUTH_SECRET_FORMER: undefined }));
    Object.assign(webEnv(), { AUTH_SECRET: 'x'.repeat(43), AUTH_SECRET_FORMER: AUTH_SECRET });
    expect(await browser.comeBack(back)).toBe('/sso');
    expect((await browser.openSession()).status).toBe(200);
  });

  test('joins by an invitation to their address, in its role, once', async () => {
    const email = `${newId()}@elsewhere.example`;
    const { invitation } = await createInvitation(owner.actor, { invitation: { role: 'member', email } });
    const browser = browserOf(newPerson({ email }));
    expect(await browser.signIn()).toBe('/sso');
    const answer = await browser.openSession();
    expect(answer).toMatchObject({
      body: { data: { organization: { id: owner.actor.organizationId }, role: 'member' } },
    });
    const { acceptedAt } = await db().invitation.findUniqueOrThrow({ where: { id: invitation.id } });
    expect(acceptedAt).not.toBeNull();
  });

  test('with an address of an allowed domain is no member of another organization that has invited it', async () => {
    const stranger = await makeUser();
    const person = newPerson();
    const email = person.email ?? '';
    const { invitation } = await createInvitation(stranger.actor, { invitation: { role: 'owner', email } });
    const browser = browserOf(person);
    expect(await browser.signIn()).toBe('/sso');
    const answer = await browser.openSession();
    expect(answer).toMatchObject({
      body: { data: { organization: { id: owner.actor.organizationId }, role: 'viewer', organizations: [{}] } },
    });
    const { acceptedAt } = await db().invitation.findUniqueOrThrow({ where: { id: invitation.id } });
    expect(acceptedAt).toBeNull();
  });

  test('by an invitation of the oldest organization has its role, whoever else has invited them', async () => {
    const stranger = await makeUser();
    const person = newPerson();
    const email = person.email ?? '';
    await createInvitation(owner.actor, { invitation: { role: 'admin', email } });
    await createInvitation(stranger.actor, { invitation: { role: 'owner', email } });
    const browser = browserOf(person);
    expect(await browser.signIn()).toBe('/sso');
    expect(await browser.openSession()).toMatchObject({
      body: { data: { organization: { id: owner.actor.organizationId }, role: 'admin', organizations: [{}] } },
    });
  });

  test('with an invitation of another organization alone is led to its link, and gets no account', async () => {
    const stranger = await makeUser();
    const email = `${newId()}@elsewhere.example`;
    await createInvitation(stranger.actor, { invitation: { role: 'owner', email } });
    const browser = browserOf(newPerson({ email }));
    expect(await browser.signIn()).toBe('/login?sso=invitation_waits');
    expect(await browser.openSession()).toMatchObject({ status: 404 });
    expect(await db().user.count({ where: { email } })).toBe(0);
  });

  test('is the same user again, whatever their address is by then', async () => {
    const person = newPerson();
    const first = browserOf(person);
    await first.signIn();
    const { userId } = await actorOf(await first.openSession());
    const later = browserOf({ sub: person.sub, email: owner.email, email_verified: true });
    expect(await later.signIn()).toBe('/sso');
    expect((await actorOf(await later.openSession())).userId).toBe(userId);
  });

  test.each<[string, Partial<Person>, string]>([
    ['with an address that is not verified', { email_verified: false }, 'email_not_verified'],
    ['with an address of which nothing is said', { email_verified: undefined }, 'email_not_vouched'],
    ['without an address', { email: undefined }, 'email_missing'],
    ['with an address of another domain', { email: `${newId()}@elsewhere.example` }, 'not_invited'],
    ['with a domain that only ends alike', { email: `${newId()}@evilnorthwind.example` }, 'not_invited'],
    ['with a domain below an allowed one', { email: `${newId()}@x.northwind.example` }, 'not_invited'],
    ['with two @', { email: `a@elsewhere.example@northwind.example` }, 'email_missing'],
  ])('%s gets no account', async (_, more, refusal) => {
    const before = await db().user.count();
    const browser = browserOf(newPerson(more));
    expect(await browser.signIn()).toBe(`/login?sso=${refusal}`);
    expect(await browser.openSession()).toMatchObject({ status: 404 });
    expect(await db().user.count()).toBe(before);
  });

  test('with the address of somebody else, who has left it, does not get their account', async () => {
    const leaver = newPerson();
    const browser = browserOf(leaver);
    await browser.signIn();
    await browser.openSession();
    const successor = browserOf(newPerson({ email: leaver.email }));
    expect(await successor.signIn()).toBe('/login?sso=not_invited');
    expect(await successor.openSession()).toMatchObject({ status: 404 });
  });

  test('and was removed from every organization does not join again by the domain', async () => {
    const browser = browserOf(newPerson());
    await browser.signIn();
    const { userId } = await actorOf(await browser.openSession());
    await db().membership.deleteMany({ where: { userId } });
    expect(await browser.signIn()).toBe('/login?sso=no_organization');
  });
});

describe('an account that has a password already', () => {
  test('is connected by that password, once', async () => {
    const { email, actor, token } = await makeUser();
    const person = newPerson({ email });
    const browser = browserOf(person);
    await browser.signIn();
    expect(await browser.openSession()).toMatchObject({
      status: 409,
      body: { error: { message: `There is already an account for ${email}. Enter its password to connect it.` } },
    });
    expect(await browser.openSession('a guess')).toMatchObject({
      status: 422,
      body: { error: { errors: { 'user.password': ['Wrong password.'] } } },
    });
    expect((await actorOf(await browser.openSession(password))).userId).toBe(actor.userId);
    await expect(authenticate(token)).resolves.toBeDefined();
    const later = browserOf(person);
    await later.signIn();
    expect((await actorOf(await later.openSession())).userId).toBe(actor.userId);
  });

  test('is not connected by an address that is not verified, whatever password comes with it', async () => {
    const { email, actor } = await makeUser();
    const browser = browserOf(newPerson({ email, email_verified: false }));
    expect(await browser.signIn()).toBe('/login?sso=email_not_verified');
    expect(await browser.openSession(password)).toMatchObject({ status: 404 });
    expect(await db().userIdentity.count({ where: { userId: actor.userId } })).toBe(0);
  });

  test('its password cannot be guessed in this way', async () => {
    const { email, actor } = await makeUser();
    const browser = browserOf(newPerson({ email }));
    await browser.signIn();
    await setUses('sso_password', actor.userId, 9);
    expect(await browser.openSession('a guess')).toMatchObject({ status: 422 });
    expect(await browser.openSession(password)).toMatchObject({ status: 429 });
  });
});

describe('refused, with a line in the log that has no secret', () => {
  /** Comes back in this way, for a person who would be let in. */
  async function refusalOf(comeBack: (browser: OidcBrowser, back: URL) => Promise<string>): Promise<void> {
    const error = vi.spyOn(log, 'error');
    const browser = browserOf(newPerson());
    const back = await browser.signInAt(await browser.start());
    expect(await comeBack(browser, back)).toBe('/login?sso=failed');
    expect(browser.cookies.has('sso.code')).toBe(false);
    expect(await browser.openSession()).toMatchObject({ status: 404 });
    expect(error).toHaveBeenCalled();
    const logged = JSON.stringify(error.mock.calls);
    for (const secret of [back.searchParams.get('code') ?? '?', server.clientSecret, 'eyJ']) {
      expect(logged).not.toContain(secret);
    }
  }

  test('a forged state', () =>
    refusalOf((browser, back) => {
      back.searchParams.set('state', 'forged');
      return browser.comeBack(back);
    }));

  test('no state', () =>
    refusalOf((browser, back) => {
      back.searchParams.delete('state');
      return browser.comeBack(back);
    }));

  test("an answer that belongs to another browser, such as an attacker's", () =>
    refusalOf((browser, back) => {
      browser.cookies.clear();
      return browser.comeBack(back);
    }));

  test('a code that was used', () =>
    refusalOf(async (browser, back) => {
      const kept = new Map(browser.cookies);
      expect(await browser.comeBack(back)).toBe('/sso');
      browser.cookies.clear();
      for (const [name, value] of kept) browser.cookies.set(name, value);
      return browser.comeBack(back);
    }));

  test("another way's nonce or PKCE verifier", async () => {
    for (const check of ['sso.nonce', 'sso.pkce']) {
      await refusalOf(async (browser, back) => {
        const other = new OidcBrowser();
        await other.start();
        browser.cookies.set(check, other.cookies.get(check) ?? '');
        return browser.comeBack(back);
      });
    }
  });

  test('an answer of another issuer', () =>
    refusalOf((browser, back) => {
      back.searchParams.set('iss', 'http://evil.example');
      return browser.comeBack(back);
    }));

  test("the provider's own refusal", () =>
    refusalOf((browser, back) => {
      back.search = `?error=access_denied&state=${back.searchParams.get('state')}`;
      return browser.comeBack(back);
    }));
});

test('the way there asks for a code by PKCE, with state and nonce, and its cookies are for the way back alone', async () => {
  const browser = new OidcBrowser();
  const url = await browser.start();
  expect(url.origin).toBe(server.url);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: `${publicUrl}/api/auth/callback/oidc`,
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect([...browser.cookies.keys()].sort()).toEqual(['sso.next', 'sso.nonce', 'sso.pkce', 'sso.state']);
});

test('nobody is sent anywhere by what is in an address', async () => {
  const browser = browserOf(newPerson());
  const back = await browser.signInAt(await browser.start());
  for (const name of ['callbackUrl', 'redirect', 'redirect_uri', 'next', 'nextauth']) {
    back.searchParams.set(name, 'https://evil.example');
  }
  expect(await browser.comeBack(back)).toBe('/sso');
});

test.each<[string, (user: SignedInUser) => Promise<unknown>]>([
  ['its password is reset', ({ actor: { userId } }) => resetOf(userId)],
  [
    'its e-mail address changes',
    async ({ actor }) => {
      const user = { email: `${newId()}@example.com`, current_password: password };
      await changeEmail(actor, { user }, newAddress());
    },
  ],
])('a sign-in that waits for an account’s password is void once %s', async (_, change) => {
  const user = await makeUser();
  const browser = browserOf(newPerson({ email: user.email }));
  await browser.signIn();
  expect(await browser.openSession()).toMatchObject({ status: 409 });
  await change(user);
  expect(await browser.openSession(password)).toMatchObject({ status: 404 });
  expect(await db().userIdentity.count({ where: { userId: user.actor.userId } })).toBe(0);
});

test('a reset while the password of an account is checked connects nobody', async () => {
  for (let round = 0; round < 5; round++) {
    const user = await makeUser();
    const { userId } = user.actor;
    const browser = browserOf(newPerson({ email: user.email }));
    await browser.signIn();
    const [opened] = await Promise.all([browser.openSession(password), resetOf(userId)]);
    expect(await db().authSession.count({ where: { userId, revokedAt: null } })).toBe(0);
    if (opened.status !== 200) expect(await db().userIdentity.count({ where: { userId } })).toBe(0);
  }
});

test('the code for the session works once, for ten minutes, and is stored as its hash alone', async () => {
  const browser = browserOf(newPerson());
  await browser.signIn();
  const code = browser.cookies.get('sso.code') ?? '';
  expect(code).toMatch(/^[\w-]{43}$/);
  const rows = await db().ssoSignIn.findMany();
  expect(JSON.stringify(rows)).not.toContain(code);
  expect(await browser.openSession()).toMatchObject({ status: 200 });
  expect(await browser.openSession()).toMatchObject({ status: 404 });
  await browser.signIn();
  await db().ssoSignIn.updateMany({ data: { expiresAt: new Date() } });
  expect(await browser.openSession()).toMatchObject({
    status: 404,
    body: { error: { message: 'This sign-in has expired. Sign in again.' } },
  });
});
