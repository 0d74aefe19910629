import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { POST as switchTo } from '@/app/api/v1/auth/switch/route';
import { POST as createEventByApi, GET as listEvents } from '@/app/api/v1/events/route';
import type { Actor } from '@/lib/auth/actor';
import { authenticate } from '@/lib/auth/authenticate';
import { inPasswordQueue } from '@/lib/auth/password';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { endOtherAuthSessions, logOut } from '@/lib/use-cases/accounts/auth-sessions';
import { changeEmail } from '@/lib/use-cases/accounts/email/change-email';
import { joinOrganization, switchOrganization } from '@/lib/use-cases/accounts/enter-organization';
import { logIn } from '@/lib/use-cases/accounts/log-in';
import { changePassword } from '@/lib/use-cases/accounts/password';
import { createPasswordReset, makePasswordResetLink } from '@/lib/use-cases/accounts/password-reset/password-reset';
import { resetPassword } from '@/lib/use-cases/accounts/password-reset/reset-password';
import { createApiToken, revokeApiToken } from '@/lib/use-cases/api-tokens/api-tokens';
import { createEvent } from '@/lib/use-cases/events/create-event';
import { removeMember } from '@/lib/use-cases/members/end-membership';
import { createInvitation } from '@/lib/use-cases/members/invitation/invitations';
import { updateMember } from '@/lib/use-cases/members/update-member';
import { createCameraInvite } from '@/lib/use-cases/phones/camera-invites';
import { createShareLink } from '@/lib/use-cases/sharing/share-links';
import { rotateKey } from '@/lib/use-cases/streams/stream-keys';
import { createWebhook } from '@/lib/use-cases/webhooks/webhooks';
import { type Answer, call } from '../../support/api/api';
import {
  authenticateUser,
  makeApiToken,
  makeColleague,
  makeEvent,
  makeStream,
  makeUser,
  newAddress,
  password,
  type SignedInUser,
} from '../../support/api/factories';
import { untilWaitingForLocks } from '../../support/until-waiting-for-locks';

const client = () => ({ address: newAddress(), userAgent: '' });
const signIn = (email: string, secret = password) => logIn({ user: { email, password: secret } }, client());
const makeReset = ({ actor }: SignedInUser) => db().$transaction((tx) => createPasswordReset(tx, actor.userId, null));
const resetBy = ({ secret }: { secret: string }, next = 'another password') =>
  resetPassword({ password_reset: { secret }, user: { password: next } }, newAddress());
const reset = async (user: SignedInUser, next?: string) => resetBy(await makeReset(user), next);
const ignore = () => undefined;
const liveSessions = (userId: string) => db().authSession.count({ where: { userId, revokedAt: null } });

/** Holds up all work with passwords while something else happens. */
async function whileQueued<Result>(start: () => Promise<Result>, meanwhile: () => Promise<unknown>): Promise<Result> {
  let release = () => {};
  const isHeld = inPasswordQueue(() => new Promise<void>((resolve) => (release = resolve)));
  // The queue may have two turns.
  const isHeldToo = inPasswordQueue(() => isHeld);
  const started = start();
  started.catch(() => undefined);
  await sleep(100);
  try {
    await meanwhile();
  } finally {
    release();
  }
  await isHeldToo;
  return started;
}

describe('a sign-in with the old password', () => {
  test.each<[string, (user: SignedInUser) => Promise<unknown>, kept: number]>([
    [
      'a change of it',
      ({ actor }) => changePassword(actor, { user: { current_password: password, password: 'another password' } }),
      1,
    ],
    ['a reset', (user) => reset(user), 0],
  ])(
    'that overlaps %s leaves no session',
    async (_, change, kept) => {
      for (let round = 0; round < 8; round++) {
        const user = await makeUser();
        const tokens: string[] = [];
        let isChanged = false;
        const attack = async () => {
          while (!isChanged) await signIn(user.email).then(({ token }) => tokens.push(token), ignore);
        };
        const changing = change(user).finally(() => {
          isChanged = true;
        });
        await Promise.all([changing, attack(), attack(), attack()]);
        expect(await liveSessions(user.actor.userId)).toBe(kept);
        for (const token of tokens) await expect(authenticate(token)).rejects.toMatchObject({ code: 'unauthorized' });
      }
    },
    60_000,
  );

  test('and a change of the e-mail address that rests on it exclude each other', async () => {
    for (let round = 0; round < 5; round++) {
      const user = await makeUser();
      const input = { user: { email: `${newId()}@example.com`, current_password: password } };
      // A link that is made after the change would hold.
      const link = await makeReset(user);
      const outcomes = await Promise.allSettled([changeEmail(user.actor, input, newAddress()), resetBy(link)]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const { email } = await db().user.findUniqueOrThrow({ where: { id: user.actor.userId } });
      expect(email).toBe(outcomes[0].status === 'fulfilled' ? input.user.email : user.email);
    }
  });
});

describe('what was allowed before a credential ended', () => {
  const works: [string, (actor: Actor, owner: SignedInUser) => Promise<unknown>][] = [
    ['a session in another organization', (actor) => switchOrganization(actor, actor.organizationId, client())],
    [
      'a membership elsewhere',
      async (actor) => {
        const { secret } = await createInvitation((await makeUser()).actor, { invitation: { role: 'viewer' } });
        return joinOrganization(actor, secret, client());
      },
    ],
    ['an invitation', (actor) => createInvitation(actor, { invitation: { role: 'viewer' } })],
    ['an API token', (actor) => createApiToken(actor, { name: 'Kept', access: 'write', expires_at: null })],
    [
      'a share link',
      async (actor, owner) =>
        createShareLink(actor, (await makeEvent(owner.actor)).id, {
          name: 'Kept',
          streamIds: null,
          canHear: true,
          expiresAt: new Date(Date.now() + 60_000),
          password: null,
          maxViewers: null,
        }),
    ],
    [
      'a camera invite',
      async (actor, owner) =>
        createCameraInvite(actor, (await makeEvent(owner.actor)).id, {
          label: 'Kept',
          maxUses: 1,
          expiresAt: new Date(Date.now() + 60_000),
        }),
    ],
    [
      'a webhook',
      (actor) => createWebhook(actor, { url: 'https://kept.example/hook', event_types: ['stream.created'] }),
    ],
    ['a stream key', async (actor, owner) => rotateKey(actor, (await makeStream(owner.actor)).id)],
    [
      "a link to a colleague's password",
      async (actor, owner) => makePasswordResetLink(actor, (await makeColleague(owner.actor, 'member')).actor.userId),
    ],
  ];
  const ends: [string, (admin: SignedInUser, owner: SignedInUser) => Promise<unknown>, code: string][] = [
    ['a reset', (admin) => reset(admin), 'unauthorized'],
    ['logging out', ({ actor }) => logOut(actor), 'unauthorized'],
    [
      'ending all others',
      async ({ email }) => endOtherAuthSessions(await authenticateUser((await signIn(email)).token)),
      'unauthorized',
    ],
    ['removal', ({ actor }, owner) => removeMember(owner.actor, actor.userId), 'unauthorized'],
    ['another role', ({ actor }, owner) => updateMember(owner.actor, actor.userId, 'member'), 'forbidden'],
  ];
  const rows = works.flatMap(([what, work]) => ends.map(([why, end, code]) => ({ what, work, why, end, code })));

  test.each(rows)('$what is refused after $why', async ({ work, end, code }) => {
    const owner = await makeUser();
    const admin = await makeColleague(owner.actor, 'admin');
    await end(admin, owner);
    const sessions = await liveSessions(admin.actor.userId);
    await expect(work(admin.actor, owner)).rejects.toMatchObject({ code });
    expect(await liveSessions(admin.actor.userId)).toBe(sessions);
    const lines = await db().auditEntry.findMany({ where: { actorId: admin.actor.userId }, orderBy: { id: 'desc' } });
    expect(lines.filter(({ action }) => /create|rotate|make|switch|join/.test(action))).toEqual([]);
  });

  test('is refused to an API token that was revoked', async () => {
    const owner = await makeUser();
    const { actor } = await makeApiToken(owner.actor, 'write');
    await revokeApiToken(owner.actor, actor.apiTokenId);
    await expect(createEvent(actor, { name: 'Kept' })).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await db().event.count({ where: { organizationId: actor.organizationId } })).toBe(0);
  });
});

describe('sessions that a stolen one makes while the password is reset', () => {
  test('are all ended', async () => {
    for (let round = 0; round < 5; round++) {
      const user = await makeUser();
      const { token, actor } = user;
      const body = { organization: { id: actor.organizationId } };
      const switches = () => Array.from({ length: 20 }, () => call(switchTo, { method: 'POST', token, body }));
      const first = switches();
      const isReset = reset(user);
      await Promise.all([...first, ...switches(), isReset]);
      expect(await liveSessions(actor.userId)).toBe(0);
    }
  }, 60_000);
});

describe("a request that waits in its organization's queue", () => {
  /** Has an organization's turns taken while something happens. @returns what the requests that wait were answered */
  async function whileTurnsAreTaken(
    owner: SignedInUser,
    wait: () => Promise<Answer>[],
    meanwhile: () => Promise<unknown>,
  ) {
    let waiting: Promise<Answer>[] = [];
    const taking: Promise<Answer>[] = [];
    await db().$transaction(async (tx) => {
      await lockOrganization(tx, owner.actor.organizationId);
      const body = { event: { name: 'Takes a turn' } };
      for (let turn = 0; turn < 2; turn++)
        taking.push(call(createEventByApi, { method: 'POST', token: owner.token, body }));
      await untilWaitingForLocks(2);
      waiting = wait();
      await sleep(200);
      await meanwhile();
    });
    await Promise.all(taking);
    return Promise.all(waiting);
  }

  test('is refused if its session ended meanwhile, whether it reads or writes', async () => {
    const owner = await makeUser();
    const { token, actor } = await makeColleague(owner.actor, 'admin');
    const body = { event: { name: `${newId()}` } };
    const answers = await whileTurnsAreTaken(
      owner,
      () => [call(listEvents, { token }), call(createEventByApi, { method: 'POST', token, body })],
      () => db().authSession.update({ where: { id: actor.authSessionId }, data: { revokedAt: new Date() } }),
    );
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect(await db().event.count({ where: body.event })).toBe(0);
  });

  test('has the role of its turn', async () => {
    const owner = await makeUser();
    const { token, actor } = await makeColleague(owner.actor, 'member');
    const { userId, organizationId } = actor;
    const answers = await whileTurnsAreTaken(
      owner,
      () => [
        call(listEvents, { token }),
        call(createEventByApi, { method: 'POST', token, body: { event: { name: 'Late' } } }),
      ],
      () => db().membership.updateMany({ where: { userId, organizationId }, data: { role: 'viewer' } }),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 403]);
  });
});

describe("an admin's reset link", () => {
  test('does not follow a member into another organization that they join meanwhile', async () => {
    for (let round = 0; round < 6; round++) {
      const [owner, other] = [await makeUser(), await makeUser()];
      const admin = await makeColleague(owner.actor, 'admin');
      const member = await makeColleague(owner.actor, 'member');
      const { secret } = await makePasswordResetLink(admin.actor, member.actor.userId);
      const invitation = await createInvitation(other.actor, { invitation: { role: 'admin' } });
      const set = () =>
        resetPassword({ password_reset: { secret }, user: { password: 'the admin’s own' } }, newAddress());
      const join = () => joinOrganization(member.actor, invitation.secret, client());
      await expect(whileQueued(set, join)).rejects.toMatchObject({ code: 'not_found' });
      await expect(signIn(member.email, 'the admin’s own')).rejects.toMatchObject({ code: 'unauthorized' });
      await expect(signIn(member.email)).resolves.toBeDefined();
    }
  }, 60_000);

  test('is not made while the member joins another one', async () => {
    const owner = await makeUser();
    const member = await makeColleague(owner.actor, 'member');
    for (let round = 0; round < 10; round++) {
      const { actor } = await makeUser();
      const { secret } = await createInvitation(actor, { invitation: { role: 'viewer' } });
      await db().membership.deleteMany({
        where: { userId: member.actor.userId, organizationId: { not: owner.actor.organizationId } },
      });
      await db().passwordReset.deleteMany({ where: { userId: member.actor.userId } });
      const [link] = await Promise.allSettled([
        makePasswordResetLink(owner.actor, member.actor.userId),
        joinOrganization(member.actor, secret, client()),
      ]);
      if (link.status === 'rejected') continue;
      // Made just before: it opens nothing any more.
      const body = { password_reset: { secret: link.value.secret }, user: { password: 'the owner’s own' } };
      await expect(resetPassword(body, newAddress())).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});
