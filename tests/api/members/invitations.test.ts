import { describe, expect, test } from 'vitest';
import { POST as logIn } from '@/app/api/v1/auth/login/route';
import { GET as me } from '@/app/api/v1/auth/me/route';
import { DELETE as revoke } from '@/app/api/v1/invitations/[id]/route';
import { POST as accept } from '@/app/api/v1/invitations/accept/route';
import { POST as find } from '@/app/api/v1/invitations/find/route';
import { POST as join } from '@/app/api/v1/invitations/join/route';
import { POST as create, GET as list } from '@/app/api/v1/invitations/route';
import type { NewInvitationJson } from '@/lib/contracts/organization/members';
import type { Role } from '@/lib/contracts/permissions';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { removeMember } from '@/lib/use-cases/members/end-membership';
import { updateMember } from '@/lib/use-cases/members/update-member';
import { call } from '../../support/api/api';
import { makeColleague, makeUser, newAddress, password, type SignedInUser } from '../../support/api/factories';
import { setUses } from '../../support/api/set-uses';

const newEmail = () => `${newId()}@example.com`;

async function invite({ token }: SignedInUser, role: Role = 'viewer', email?: string): Promise<NewInvitationJson> {
  const answer = await call(create, { method: 'POST', token, body: { invitation: { role, email } } });
  expect(answer.status).toBe(201);
  return (answer.body as { data: NewInvitationJson }).data;
}

const from = (address = newAddress()) => ({ 'x-client-address': address });
const lookUp = (secret: string, headers = from()) =>
  call(find, { method: 'POST', headers, body: { invitation: { secret } } });
const acceptAs = (secret: string, user: object = {}, headers = from()) =>
  call(accept, {
    method: 'POST',
    headers,
    body: { invitation: { secret }, user: Object.assign({ email: newEmail(), password, first_name: 'Bo' }, user) },
  });
const joinAs = ({ token }: SignedInUser, secret: string) =>
  call(join, { method: 'POST', token, body: { invitation: { secret } } });

const closed = (message: string) => ({ status: 404, body: { error: { code: 'not_found', message } } });
const used = closed('This invitation has been used already. Ask for a new one.');
const withdrawn = closed('This invitation was withdrawn. Ask for a new one.');

describe('an invitation', () => {
  test('says what it is for to whoever has its link, makes a member of them, and holds once', async () => {
    const owner = await makeUser();
    const { attributes } = await invite(owner, 'member');
    const { secret } = attributes;
    expect(attributes).toMatchObject({ role: 'member', email: null, inviter_name: 'Ada Lovelace', is_mailed: false });
    const inDays = (Date.parse(attributes.expires_at) - Date.now()) / (24 * 3600 * 1000);
    expect(inDays).toBeGreaterThan(6.9);
    expect(inDays).toBeLessThanOrEqual(7);
    const organization = { id: owner.actor.organizationId, name: 'Northwind Live' };
    const found = await lookUp(secret);
    expect(found.status).toBe(200);
    expect(found.body).toEqual({
      data: { organization, inviter_name: 'Ada Lovelace', role: 'member', email: null },
    });
    const email = newEmail();
    const answer = await acceptAs(secret, { email });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        data: { user: { email, last_name: null }, organization: { id: owner.actor.organizationId }, role: 'member' },
      },
    });
    const { token } = (answer.body as { data: { token: string } }).data;
    expect(await call(me, { token })).toMatchObject({ status: 200, body: { role: 'member' } });
    expect(await lookUp(secret)).toMatchObject(used);
    expect(await acceptAs(secret)).toMatchObject(used);
    expect(await joinAs(await makeUser(), secret)).toMatchObject(used);
  });

  test('is stored and listed without its secret', async () => {
    const owner = await makeUser();
    const { id, attributes } = await invite(owner);
    const row = await db().invitation.findUniqueOrThrow({ where: { id } });
    expect(JSON.stringify(row)).not.toContain(attributes.secret);
    const listed = await call(list, { token: owner.token });
    expect(listed.body).toMatchObject({ data: [{ id }] });
    expect(JSON.stringify(listed.body)).not.toMatch(/secret/);
  });

  test.each<[string, (secret: string, owner: SignedInUser, id: string) => Promise<unknown>, object]>([
    [
      'that does not exist',
      async () => undefined,
      closed('This invitation link is not valid. Copy the whole link again, or ask for a new one.'),
    ],
    [
      'that has expired',
      (_, __, id) => db().invitation.update({ where: { id }, data: { expiresAt: new Date() } }),
      closed('This invitation has expired. Ask for a new one.'),
    ],
    ['that was used', (secret) => acceptAs(secret), used],
    ['that was revoked', (_, { token }, id) => call(revoke, { method: 'DELETE', token, params: { id } }), withdrawn],
  ])('%s says so, and admits nobody', async (what, close, sentence) => {
    const owner = await makeUser();
    const { id, attributes } = await invite(owner);
    const secret = what === 'that does not exist' ? `${attributes.secret}A` : attributes.secret;
    await close(secret, owner, id);
    const members = () => db().membership.count({ where: { organizationId: owner.actor.organizationId } });
    const [before, users] = [await members(), await db().user.count()];
    expect(await lookUp(secret)).toMatchObject(sentence);
    expect(await acceptAs(secret)).toMatchObject(sentence);
    expect(await db().user.count()).toBe(users);
    expect(await joinAs(await makeUser(), secret)).toMatchObject(sentence);
    expect(await members()).toBe(before);
    if (what === 'that does not exist') return;
    const again = await call(revoke, { method: 'DELETE', token: owner.token, params: { id } });
    expect(again).toMatchObject({ status: 404 });
  });

  test('admits one of those who open it at the same moment, and leaves no account of the others', async () => {
    const owner = await makeUser();
    const { secret } = (await invite(owner)).attributes;
    const emails = Array.from({ length: 4 }, newEmail);
    const others = [await makeUser(), await makeUser()];
    const answers = await Promise.all([
      ...emails.map((email) => acceptAs(secret, { email })),
      ...others.map((other) => joinAs(other, secret)),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(5);
    expect(await db().membership.count({ where: { organizationId: owner.actor.organizationId } })).toBe(2);
    expect(await db().user.count({ where: { email: { in: emails } } })).toBeLessThanOrEqual(1);
  });
});

describe('an invitation for one e-mail address', () => {
  test('admits that address alone, which need not be typed again', async () => {
    const owner = await makeUser();
    const email = newEmail();
    const { secret } = (await invite(owner, 'viewer', ` ${email.toUpperCase()}`)).attributes;
    expect(await lookUp(secret)).toMatchObject({ body: { data: { email } } });
    expect(await acceptAs(secret)).toMatchObject({
      status: 422,
      body: { error: { errors: { 'user.email': [`This invitation is for ${email}.`] } } },
    });
    expect(await joinAs(await makeUser(), secret)).toMatchObject({
      status: 403,
      body: { error: { message: `This invitation is for ${email}. Sign in with that address, or ask for a new one.` } },
    });
    expect(await acceptAs(secret, { email: undefined })).toMatchObject({
      status: 201,
      body: { data: { user: { email } } },
    });
  });

  test('is refused for a member, and one without an address asks for one', async () => {
    const owner = await makeUser();
    const body = { invitation: { role: 'viewer', email: owner.email } };
    expect(await call(create, { method: 'POST', token: owner.token, body })).toMatchObject({
      status: 409,
      body: { error: { message: `${owner.email} is a member already.` } },
    });
    const { secret } = (await invite(owner)).attributes;
    expect(await acceptAs(secret, { email: undefined })).toMatchObject({
      status: 422,
      body: { error: { errors: { 'user.email': ['Email is required.'] } } },
    });
    expect(await acceptAs(secret, { email: owner.email })).toMatchObject({
      status: 409,
      body: { error: { message: 'There is already an account with this e-mail address. Sign in to join.' } },
    });
    // Nothing of that has used it.
    expect(await lookUp(secret)).toMatchObject({ status: 200 });
  });
});

describe('somebody who has an account', () => {
  test('joins with it, and belongs to both organizations', async () => {
    const [owner, guest] = [await makeUser(), await makeUser()];
    const { secret } = (await invite(owner, 'admin')).attributes;
    const answer = await joinAs(guest, secret);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          organization: { id: owner.actor.organizationId },
          role: 'admin',
          organizations: [{ id: guest.actor.organizationId }, { id: owner.actor.organizationId }],
        },
      },
    });
    expect(await call(me, { token: guest.token })).toMatchObject({
      body: { organization: { id: guest.actor.organizationId } },
    });
  });

  test('who is a member already opens their organization, and the link still serves somebody else', async () => {
    const owner = await makeUser();
    const { secret } = (await invite(owner, 'viewer')).attributes;
    expect(await joinAs(owner, secret)).toMatchObject({ status: 200, body: { data: { role: 'owner' } } });
    expect(await acceptAs(secret)).toMatchObject({ status: 201 });
  });

  test('signs in and joins in one step, also where they belong to no organization any more', async () => {
    const owner = await makeUser();
    const gone = await makeColleague(owner.actor, 'member');
    await removeMember(owner.actor, gone.actor.userId);
    const user = { email: gone.email, password };
    const headers = from();
    expect(await call(logIn, { method: 'POST', headers, body: { user } })).toMatchObject({
      status: 403,
      body: { error: { message: 'You do not belong to an organization any more. Ask an admin to invite you.' } },
    });
    const { secret } = (await invite(owner, 'viewer')).attributes;
    const wrong = { email: gone.email, password: 'a guess' };
    expect(await call(logIn, { method: 'POST', headers, body: { user: wrong, invitation: { secret } } })).toMatchObject(
      {
        status: 401,
      },
    );
    expect(await call(logIn, { method: 'POST', headers, body: { user, invitation: { secret } } })).toMatchObject({
      status: 200,
      body: { data: { organization: { id: owner.actor.organizationId }, role: 'viewer' } },
    });
    expect(await lookUp(secret)).toMatchObject(used);
  });
});

describe('whoever invites', () => {
  test('gives at most their own role', async () => {
    const owner = await makeUser();
    const admin = await makeColleague(owner.actor, 'admin');
    await invite(admin, 'admin');
    await invite(owner, 'owner');
    const body = { invitation: { role: 'owner' } };
    expect(await call(create, { method: 'POST', token: admin.token, body })).toMatchObject({
      status: 403,
      body: { error: { message: 'You can invite people to your own role and those below it.' } },
    });
  });

  test('leaves no link behind when they are removed, or may not give its role any more', async () => {
    const owner = await makeUser();
    const admin = await makeColleague(owner.actor, 'admin');
    const other = await makeColleague(owner.actor, 'owner');
    const kept = (await invite(owner, 'viewer')).attributes.secret;
    const ofAdmin = (await invite(admin, 'viewer')).attributes.secret;
    const [asOwner, asAdmin] = [await invite(other, 'owner'), await invite(other, 'admin')];
    await removeMember(owner.actor, admin.actor.userId);
    await updateMember(owner.actor, other.actor.userId, 'admin');
    expect(await lookUp(ofAdmin)).toMatchObject(withdrawn);
    expect(await lookUp(asOwner.attributes.secret)).toMatchObject(withdrawn);
    expect(await lookUp(asAdmin.attributes.secret)).toMatchObject({ status: 200 });
    await updateMember(owner.actor, other.actor.userId, 'member');
    expect(await lookUp(asAdmin.attributes.secret)).toMatchObject(withdrawn);
    expect(await lookUp(kept)).toMatchObject({ status: 200 });
  });

  test('is refused where their organization has made too many', async () => {
    const owner = await makeUser();
    await setUses('invitations', owner.actor.organizationId, 200);
    const body = { invitation: { role: 'viewer' } };
    expect(await call(create, { method: 'POST', token: owner.token, body })).toMatchObject({
      status: 429,
      body: { error: { message: 'Your organization has made too many invitations. Try again in a minute.' } },
    });
  });
});

describe('floods', () => {
  test('a crew of 40 behind one address accepts its invitations at once, where others have signed up and guessed', async () => {
    const address = newAddress();
    await setUses('sign_up', address, 20);
    await setUses('invitation_failures', address, 300);
    const owner = await makeUser();
    const secrets: string[] = [];
    for (let person = 0; person < 40; person++) secrets.push((await invite(owner)).attributes.secret);
    for (const secret of secrets) expect((await lookUp(secret, from(address))).status).toBe(200);
    const answers = await Promise.all(secrets.map((secret) => acceptAs(secret, {}, from(address))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await db().membership.count({ where: { organizationId: owner.actor.organizationId } })).toBe(41);
  }, 60_000);

  test('of secrets that are tried end', async () => {
    await setUses('invitation_failures', '192.0.2.71', 299);
    expect(await lookUp('a guess', from('192.0.2.71'))).toMatchObject({ status: 404 });
    expect(await lookUp('a guess', from('192.0.2.71'))).toMatchObject({ status: 429 });
    expect(await acceptAs('a guess', {}, from('192.0.2.71'))).toMatchObject({ status: 429 });
  });

  test('of addresses that are tried with one invitation end', async () => {
    const owner = await makeUser();
    const { secret } = (await invite(owner)).attributes;
    for (let attempt = 0; attempt < 10; attempt++) {
      expect(await acceptAs(secret, { email: owner.email })).toMatchObject({ status: 409 });
    }
    expect(await acceptAs(secret, { email: owner.email })).toMatchObject({ status: 429 });
  });
});
