import { expect, test } from 'vitest';
import { POST as request, PUT as reset } from '@/app/api/v1/auth/password_reset/route';
import { POST as makeLink } from '@/app/api/v1/members/[id]/password_reset_link/route';
import type { Role } from '@/lib/contracts/permissions';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { logIn } from '@/lib/use-cases/accounts/log-in';
import { call } from '../../support/api/api';
import { makeColleague, makeUser, newAddress, type SignedInUser } from '../../support/api/factories';

const make = ({ token }: SignedInUser, id: string) => call(makeLink, { method: 'POST', token, params: { id } });
const set = (secret: string) =>
  call(reset, { method: 'PUT', body: { password_reset: { secret }, user: { password: 'another password' } } });

async function secretOf(maker: SignedInUser, member: SignedInUser): Promise<string> {
  const answer = await make(maker, member.actor.userId);
  expect(answer).toMatchObject({ status: 201, body: { data: { id: member.actor.userId } } });
  return (answer.body as { data: { attributes: { secret: string } } }).data.attributes.secret;
}

test('an admin hands a member a link that sets a new password', async () => {
  const owner = await makeUser();
  const [admin, member] = [await makeColleague(owner.actor, 'admin'), await makeColleague(owner.actor, 'member')];
  expect(await set(await secretOf(admin, member))).toMatchObject({ status: 204 });
  const user = { email: member.email, password: 'another password' };
  await expect(logIn({ user }, { address: newAddress(), userAgent: '' })).resolves.toBeDefined();
});

test.each<[maker: Role, member: Role, status: number]>([
  ['owner', 'owner', 201],
  ['owner', 'viewer', 201],
  ['admin', 'admin', 201],
  ['admin', 'owner', 403],
  ['member', 'viewer', 403],
  ['viewer', 'viewer', 403],
])('a link by %s for %s: %i', async (makerRole, memberRole, status) => {
  const owner = await makeUser();
  const maker = await makeColleague(owner.actor, makerRole);
  const member = await makeColleague(owner.actor, memberRole);
  expect(await make(maker, member.actor.userId)).toMatchObject({ status });
  expect(await db().passwordReset.count({ where: { userId: member.actor.userId } })).toBe(status === 201 ? 1 : 0);
});

test('there is none for whoever is in no organization of the maker’s, or in another one as well', async () => {
  const [owner, stranger] = [await makeUser(), await makeUser()];
  expect(await make(owner, stranger.actor.userId)).toMatchObject({ status: 404 });
  expect(await make(owner, newId())).toMatchObject({ status: 404 });
  const { organizationId } = owner.actor;
  await db().membership.create({ data: { userId: stranger.actor.userId, organizationId, role: 'viewer' } });
  expect(await make(owner, stranger.actor.userId)).toMatchObject({
    status: 403,
    body: {
      error: {
        message: 'This account also belongs to another organization, so its password can only be reset by e-mail.',
      },
    },
  });
});

test.each<[string, (maker: SignedInUser, member: SignedInUser) => Promise<unknown>]>([
  [
    'the member has joined another organization',
    async (_, { actor: { userId } }) => {
      const { organizationId } = (await makeUser()).actor;
      await db().membership.create({ data: { userId, organizationId, role: 'viewer' } });
    },
  ],
  [
    'the member has become an owner',
    (_, { actor: { userId } }) => db().membership.updateMany({ where: { userId }, data: { role: 'owner' } }),
  ],
  [
    'its maker is an admin no more',
    ({ actor: { userId } }) => db().membership.updateMany({ where: { userId }, data: { role: 'member' } }),
  ],
  ['its maker was removed', ({ actor: { userId } }) => db().membership.deleteMany({ where: { userId } })],
])('a link is void once %s', async (_, change) => {
  const owner = await makeUser();
  const [admin, member] = [await makeColleague(owner.actor, 'admin'), await makeColleague(owner.actor, 'member')];
  const secret = await secretOf(admin, member);
  await change(admin, member);
  expect(await set(secret)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
});

test('a server that sends no e-mail says whom to ask', async () => {
  const { email } = await makeUser();
  expect(await call(request, { method: 'POST', body: { user: { email } } })).toMatchObject({
    status: 409,
    body: {
      error: {
        message:
          'This server sends no e-mail. Ask an admin for a link that sets a new password, or run npm run reset-password on it.',
      },
    },
  });
});
