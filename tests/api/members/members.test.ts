import { describe, expect, test } from 'vitest';
import { GET as me } from '@/app/api/v1/auth/me/route';
import { POST as switchTo } from '@/app/api/v1/auth/switch/route';
import { POST as createEvent } from '@/app/api/v1/events/route';
import { DELETE as remove, PATCH as update } from '@/app/api/v1/members/[id]/route';
import { GET as list } from '@/app/api/v1/members/route';
import { POST as leave } from '@/app/api/v1/organization/leave/route';
import { PATCH as rename } from '@/app/api/v1/organization/route';
import { authenticate } from '@/lib/auth/authenticate';
import { openAuthSession } from '@/lib/auth/open-auth-session';
import type { MemberJson } from '@/lib/contracts/organization/members';
import type { Role } from '@/lib/contracts/permissions';
import { db } from '@/lib/platform/db/db';
import { leaveOrganization } from '@/lib/use-cases/members/end-membership';
import { updateMember } from '@/lib/use-cases/members/update-member';
import { call } from '../../support/api/api';
import { authenticateUser, makeColleague, makeUser, type SignedInUser } from '../../support/api/factories';
import { setUses } from '../../support/api/set-uses';

const changeRole = (by: SignedInUser, { actor }: SignedInUser, role: Role) =>
  call(update, { method: 'PATCH', token: by.token, params: { id: actor.userId }, body: { member: { role } } });
const removeBy = (by: SignedInUser, { actor }: SignedInUser) =>
  call(remove, { method: 'DELETE', token: by.token, params: { id: actor.userId } });
const rolesIn = async ({ actor }: SignedInUser) =>
  (await db().membership.findMany({ where: { organizationId: actor.organizationId } })).map(({ role }) => role);

const needsAnOwner = {
  status: 409,
  body: { error: { message: 'An organization needs an owner. Make another member an owner first.' } },
};
const forbidden = { status: 403, body: { error: { code: 'forbidden' } } };

test('GET /members lists who is in the organization, page by page', async () => {
  const owner = await makeUser();
  const viewer = await makeColleague(owner.actor, 'viewer');
  await makeUser();
  const read = async (query: Record<string, string>) =>
    (await call(list, { token: owner.token, query })).body as {
      data: MemberJson[];
      meta: { next_cursor: string | null };
    };
  expect((await read({})).data.map(({ id, attributes: { email, role } }) => ({ id, email, role }))).toEqual([
    { id: owner.actor.userId, email: owner.email, role: 'owner' },
    { id: viewer.actor.userId, email: viewer.email, role: 'viewer' },
  ]);
  const first = await read({ limit: '1' });
  const second = await read({ limit: '1', cursor: first.meta.next_cursor ?? '' });
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual([owner.actor.userId, viewer.actor.userId]);
  expect(second.meta.next_cursor).toBeNull();
});

describe('PATCH /members/{id}', () => {
  test('gives another role, which the next request has', async () => {
    const owner = await makeUser();
    const colleague = await makeColleague(owner.actor, 'viewer');
    const create = () =>
      call(createEvent, { method: 'POST', token: colleague.token, body: { event: { name: 'A show' } } });
    expect(await create()).toMatchObject(forbidden);
    expect(await changeRole(owner, colleague, 'member')).toMatchObject({
      status: 200,
      body: { data: { attributes: { role: 'member', email: colleague.email } } },
    });
    expect(await create()).toMatchObject({ status: 201 });
    expect(await call(me, { token: colleague.token })).toMatchObject({ body: { role: 'member' } });
  });

  test('lets admins make admins of members, and only owners make and unmake owners', async () => {
    const owner = await makeUser();
    const [admin, member] = [await makeColleague(owner.actor, 'admin'), await makeColleague(owner.actor, 'member')];
    expect(await changeRole(admin, member, 'admin')).toMatchObject({ status: 200 });
    expect(await changeRole(admin, member, 'owner')).toMatchObject(forbidden);
    expect(await changeRole(admin, admin, 'owner')).toMatchObject(forbidden);
    expect(await changeRole(admin, owner, 'member')).toMatchObject(forbidden);
    expect(await changeRole(owner, member, 'owner')).toMatchObject({ status: 200 });
    expect(await changeRole(owner, owner, 'member')).toMatchObject({ status: 200 });
    expect((await rolesIn(owner)).sort()).toEqual(['admin', 'member', 'owner']);
  });

  test('refuses roles that do not exist', async () => {
    const owner = await makeUser();
    const body = { member: { role: 'king' } };
    const params = { id: owner.actor.userId };
    expect(await call(update, { method: 'PATCH', token: owner.token, params, body })).toMatchObject({
      status: 422,
      body: { error: { message: 'Role must be owner, admin, member or viewer.' } },
    });
  });
});

describe('DELETE /members/{id}', () => {
  test('ends all that is open in this organization, and nothing elsewhere', async () => {
    const owner = await makeUser();
    const elsewhere = await makeUser();
    const { userId } = elsewhere.actor;
    const { organizationId } = owner.actor;
    await db().membership.create({ data: { userId, organizationId, role: 'member' } });
    const token = await openAuthSession(db(), userId, organizationId);
    const member = { actor: await authenticateUser(token), token, email: elsewhere.email };
    expect(await removeBy(owner, member)).toMatchObject({ status: 204 });
    expect(await call(me, { token })).toMatchObject({ status: 401 });
    expect(await call(me, { token: elsewhere.token })).toMatchObject({ status: 200 });
    const { revokedAt } = await db().authSession.findUniqueOrThrow({ where: { id: member.actor.authSessionId } });
    expect(revokedAt).not.toBeNull();
    expect(await removeBy(owner, member)).toMatchObject({ status: 404 });
  });

  test('refuses to remove an owner to admins', async () => {
    const owner = await makeUser();
    const [admin, other] = [await makeColleague(owner.actor, 'admin'), await makeColleague(owner.actor, 'owner')];
    expect(await removeBy(admin, other)).toMatchObject(forbidden);
    expect(await removeBy(owner, other)).toMatchObject({ status: 204 });
  });
});

describe('the last owner', () => {
  test('cannot leave, be removed, or get another role', async () => {
    const owner = await makeUser();
    await makeColleague(owner.actor, 'admin');
    expect(await call(leave, { method: 'POST', token: owner.token })).toMatchObject(needsAnOwner);
    expect(await removeBy(owner, owner)).toMatchObject(needsAnOwner);
    expect(await changeRole(owner, owner, 'admin')).toMatchObject(needsAnOwner);
    expect(await changeRole(owner, owner, 'owner')).toMatchObject({ status: 200 });
  });

  test('remains when all owners leave, remove each other and step down at the same moment', async () => {
    const first = await makeUser();
    const owners = [first];
    for (let count = 0; count < 5; count++) owners.push(await makeColleague(first.actor, 'owner'));
    const results = await Promise.allSettled(
      owners.map(({ actor }, index) =>
        index % 2 === 0 ? leaveOrganization(actor) : updateMember(actor, actor.userId, 'viewer'),
      ),
    );
    expect(results.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: 'conflict' } }]);
    expect((await rolesIn(first)).filter((role) => role === 'owner')).toHaveLength(1);
  });
});

describe('POST /organization/leave', () => {
  test('ends the membership and the sessions there', async () => {
    const owner = await makeUser();
    const member = await makeColleague(owner.actor, 'viewer');
    expect(await call(leave, { method: 'POST', token: member.token })).toMatchObject({ status: 204 });
    expect(await call(me, { token: member.token })).toMatchObject({ status: 401 });
    expect(await rolesIn(owner)).toEqual(['owner']);
  });
});

test('PATCH /organization renames it', async () => {
  const { token, actor } = await makeUser();
  const renameTo = (name: string) => call(rename, { method: 'PATCH', token, body: { organization: { name } } });
  expect(await renameTo(' Harbour ')).toMatchObject({
    status: 200,
    body: { data: { id: actor.organizationId, name: 'Harbour' } },
  });
  expect(await renameTo('')).toMatchObject({ status: 422 });
  expect(await call(me, { token })).toMatchObject({ body: { organization: { name: 'Harbour' } } });
});

test('PATCH /organization chooses the layout that multiviews have at first, and leaves the name', async () => {
  const { token } = await makeUser();
  const choose = (organization: object) => call(rename, { method: 'PATCH', token, body: { organization } });
  expect(await call(me, { token })).toMatchObject({ body: { organization: { multiview_layout: null } } });
  expect(await choose({ multiview_layout: 'auto' })).toMatchObject({ status: 200 });
  expect(await call(me, { token })).toMatchObject({
    body: { organization: { name: 'Northwind Live', multiview_layout: 'auto' } },
  });
  expect(await choose({ multiview_layout: null })).toMatchObject({ body: { data: { multiview_layout: null } } });
  expect(await choose({ multiview_layout: 'spiral' })).toMatchObject({ status: 422 });
  expect(await choose({})).toMatchObject({ status: 422 });
});

test('PATCH /organization changes how long recordings are kept, which the audit trail says', async () => {
  const { token, actor } = await makeUser();
  const change = (organization: object) => call(rename, { method: 'PATCH', token, body: { organization } });
  expect(await change({ recordings_keep_days: 30, recordings_max_gb: 500 })).toMatchObject({
    status: 200,
    body: { data: { recordings_keep_days: 30, recordings_max_gb: 500 } },
  });
  expect(await change({ recordings_keep_days: null })).toMatchObject({
    body: { data: { recordings_keep_days: null, recordings_max_gb: 500 } },
  });
  for (const days of [0, 1.5, 'all', 4_000]) expect((await change({ recordings_keep_days: days })).status).toBe(422);
  const lines = await db().auditEntry.findMany({
    where: { organizationId: actor.organizationId, action: 'organization.keep_recordings' },
    orderBy: { occurredAt: 'asc' },
  });
  expect(lines.map(({ detail }) => detail)).toEqual(['to 30 days and to 500 GB', 'to any age']);
});

test('POST /auth/switch opens a session in another organization of the user, in the role they have there', async () => {
  const [own, other] = [await makeUser(), await makeUser()];
  const { userId } = own.actor;
  const { organizationId } = other.actor;
  await db().membership.create({ data: { userId, organizationId, role: 'viewer' } });
  expect(await call(me, { token: own.token })).toMatchObject({
    body: {
      organization: { id: own.actor.organizationId },
      organizations: [
        { id: own.actor.organizationId, role: 'owner' },
        { id: organizationId, role: 'viewer' },
      ],
    },
  });
  const body = { organization: { id: organizationId } };
  const answer = await call(switchTo, { method: 'POST', token: own.token, body });
  expect(answer).toMatchObject({
    status: 200,
    body: { data: { organization: { id: organizationId }, role: 'viewer' } },
  });
  const { token } = (answer.body as { data: { token: string } }).data;
  expect(await authenticate(token)).toMatchObject({ userId, organizationId, role: 'viewer' });
  expect(await call(me, { token: own.token })).toMatchObject({ status: 200 });
  await setUses('enter_organization', userId, 60);
  expect(await call(switchTo, { method: 'POST', token: own.token, body })).toMatchObject({
    status: 429,
    body: { error: { message: 'You have switched too often. Try again in a minute.' } },
  });
});
