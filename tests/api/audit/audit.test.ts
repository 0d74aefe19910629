import { beforeAll, describe, expect, test } from 'vitest';
import { GET as listAuditActors } from '@/app/api/v1/audit/actors/route';
import { GET as listAuditEntries } from '@/app/api/v1/audit/route';
import { POST as logOut } from '@/app/api/v1/auth/logout/route';
import { PATCH as updateAccount } from '@/app/api/v1/auth/me/route';
import { PUT as changePassword } from '@/app/api/v1/auth/password/route';
import { DELETE as endSession } from '@/app/api/v1/auth/sessions/[id]/route';
import { DELETE as endOtherSessions } from '@/app/api/v1/auth/sessions/route';
import { DELETE as deleteEvent, PATCH as updateEvent } from '@/app/api/v1/events/[id]/route';
import { POST as rotateKey } from '@/app/api/v1/streams/[id]/rotate_key/route';
import { POST as rotateViewKey } from '@/app/api/v1/streams/[id]/rotate_view_key/route';
import { DELETE as deleteStream, PATCH as updateStream } from '@/app/api/v1/streams/[id]/route';
import { POST as startStream } from '@/app/api/v1/streams/[id]/start/route';
import { POST as stopStream } from '@/app/api/v1/streams/[id]/stop/route';
import { openAuthSession } from '@/lib/auth/open-auth-session';
import type { AuditEntryJson } from '@/lib/contracts/organization/audit';
import { db } from '@/lib/platform/db/db';
import { logIn } from '@/lib/use-cases/accounts/log-in';
import { signUp } from '@/lib/use-cases/accounts/sign-up';
import { call } from '../../support/api/api';
import {
  authenticateUser,
  makeColleague,
  makeEvent,
  makeStream,
  makeUser,
  newAddress,
  password,
  type SignedInUser,
  signUpInput,
} from '../../support/api/factories';

type Query = Record<string, string>;

async function read({ token }: SignedInUser, query: Query = {}): Promise<AuditEntryJson[]> {
  const { status, body } = await call(listAuditEntries, { token, query });
  expect(status).toBe(200);
  return (body as { data: AuditEntryJson[] }).data;
}

/** Each line as a person would read it, newest first. */
const lines = (entries: AuditEntryJson[]) =>
  entries.map(({ attributes: { actor, action, thing, detail } }) =>
    [actor.name, action, thing.name, detail].filter((word) => word !== null).join(' | '),
  );

describe('what people do is in the audit trail', () => {
  test('with events and streams: who, what, its name before, and from where', async () => {
    const user = await makeUser();
    const { token, actor } = user;
    const event = await makeEvent(actor, 'Gala');
    const stream = await makeStream(actor, { name: 'Wide', eventId: event.id });
    const headers = { 'x-client-address': '192.0.2.7' };
    const [ofEvent, ofStream] = [event, stream].map(({ id }) => ({ token, headers, params: { id } }));
    const patch = (fields: object) => call(updateStream, { ...ofStream, method: 'PATCH', body: { stream: fields } });
    await call(updateEvent, { ...ofEvent, method: 'PATCH', body: { event: { name: 'Summer Gala' } } });
    for (let time = 0; time < 2; time++) {
      const event = { ends_at: '2026-05-01T21:30:00Z' };
      await call(updateEvent, { ...ofEvent, method: 'PATCH', body: { event } });
    }
    await patch({ name: 'Close-up', latency: 200 });
    await patch({ passphrase: 'a-secret-passphrase' });
    await patch({ passphrase: null });
    // Nothing changes, and nothing is said.
    await patch({ name: 'Close-up', passphrase: null, latency: 200 });
    await call(startStream, { ...ofStream, method: 'POST' });
    await call(startStream, { ...ofStream, method: 'POST' });
    await call(stopStream, { ...ofStream, method: 'POST' });
    await call(rotateKey, { ...ofStream, method: 'POST' });
    await call(rotateViewKey, { ...ofStream, method: 'POST' });
    const last = await db().stream.findUniqueOrThrow({ where: { id: stream.id } });
    await call(deleteStream, { ...ofStream, method: 'DELETE' });
    await call(deleteEvent, { ...ofEvent, method: 'DELETE' });

    const entries = await read(user);
    expect(lines(entries)).toEqual([
      'Ada Lovelace | events.delete | Summer Gala',
      'Ada Lovelace | streams.delete | Close-up',
      'Ada Lovelace | streams.rotate_view_key | Close-up',
      'Ada Lovelace | streams.rotate_key | Close-up',
      'Ada Lovelace | streams.stop | Close-up',
      'Ada Lovelace | streams.start | Close-up',
      'Ada Lovelace | streams.remove_passphrase | Close-up',
      'Ada Lovelace | streams.change_passphrase | Close-up',
      'Ada Lovelace | streams.change_latency | Wide | to 200 ms',
      'Ada Lovelace | streams.rename | Wide | to Close-up',
      'Ada Lovelace | events.schedule | Summer Gala | to start at no set time, end 2026-05-01T21:30:00.000Z',
      'Ada Lovelace | events.rename | Gala | to Summer Gala',
      'Ada Lovelace | streams.create | Wide',
      'Ada Lovelace | events.create | Gala',
    ]);
    expect(entries[0]?.attributes).toMatchObject({
      actor: { id: actor.userId, type: 'user' },
      thing: { id: event.id, type: 'event' },
      address: '192.0.2.7',
    });
    const text = JSON.stringify(await db().auditEntry.findMany({ where: { organizationId: actor.organizationId } }));
    for (const secret of [stream.streamKey, stream.viewKey, last.streamKey, last.viewKey, 'a-secret-passphrase']) {
      expect(text).not.toContain(secret);
    }
  });

  test('with their account', async () => {
    const client = { address: newAddress(), userAgent: '' };
    const { email } = (await signUp(signUpInput(), client.address)).user;
    const { token } = await logIn({ user: { email, password } }, client);
    const actor = await authenticateUser(token);
    const { userId, organizationId } = actor;
    await call(updateAccount, { method: 'PATCH', token, body: { user: { first_name: 'Grace' } } });
    await call(changePassword, {
      method: 'PUT',
      token,
      body: { user: { current_password: password, password: 'another password' } },
    });
    const other = await openAuthSession(db(), userId, organizationId);
    const { id } = await db().authSession.findFirstOrThrow({ where: { userId }, orderBy: { createdAt: 'desc' } });
    await call(endSession, { method: 'DELETE', token, params: { id } });
    await openAuthSession(db(), userId, organizationId);
    await call(endOtherSessions, { method: 'DELETE', token });
    // There is none any more.
    await call(endOtherSessions, { method: 'DELETE', token });
    const again = await logIn({ user: { email, password: 'another password' } }, client);
    await call(logOut, { method: 'POST', token: again.token });

    const entries = await read({ actor, token: await openAuthSession(db(), userId, organizationId), email });
    expect(lines(entries)).toEqual([
      'Grace Lovelace | account.log_out',
      'Grace Lovelace | account.log_in',
      'Grace Lovelace | auth_sessions.end_others',
      'Grace Lovelace | auth_sessions.end',
      'Grace Lovelace | account.change_password',
      // The name that they had.
      'Ada Lovelace | account.update',
      'Ada Lovelace | account.log_in',
      'Ada Lovelace | account.sign_up | Northwind Live',
    ]);
    expect(entries[1]?.attributes.address).toBe(client.address);
    const text = JSON.stringify(entries);
    for (const secret of [password, 'another password', token, other, again.token]) expect(text).not.toContain(secret);
  });

  test('and what is refused is not', async () => {
    const user = await makeUser();
    const stranger = await makeUser();
    const { id } = await makeStream(user.actor);
    const before = await read(user);
    const { token } = stranger;
    for (const [handler, method] of [
      [deleteStream, 'DELETE'],
      [startStream, 'POST'],
      [rotateKey, 'POST'],
    ] as const) {
      expect(await call(handler, { method, token, params: { id } })).toMatchObject({ status: 404 });
    }
    expect(await read(user)).toEqual(before);
    expect(await read(stranger)).toEqual([]);
  });
});

describe('GET /audit', () => {
  let owner: SignedInUser;
  let admin: SignedInUser;
  beforeAll(async () => {
    owner = await makeUser();
    admin = await makeColleague(owner.actor, 'admin');
    await makeEvent(owner.actor, 'First');
    await makeEvent(admin.actor, 'Second');
    const { id } = await makeEvent(admin.actor, 'Third');
    await call(deleteEvent, { method: 'DELETE', token: owner.token, params: { id } });
  });

  test.each(['member', 'viewer'] as const)('is refused to a %s', async (role) => {
    const { token } = await makeColleague(owner.actor, role);
    for (const handler of [listAuditEntries, listAuditActors]) {
      expect(await call(handler, { token })).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
    }
  });

  test('shows an admin the lines of a person, of an action, of a thing', async () => {
    const all = await read(admin);
    expect(lines(await read(admin, { actor_id: admin.actor.userId }))).toEqual([
      'Ada Lovelace | events.create | Third',
      'Ada Lovelace | events.create | Second',
    ]);
    expect(lines(await read(admin, { action: 'events.delete' }))).toEqual(['Ada Lovelace | events.delete | Third']);
    const third = all[0]?.attributes.thing.id ?? '';
    expect(await read(admin, { thing_id: third })).toHaveLength(2);
    expect(await read(admin, { thing_id: third, actor_id: owner.actor.userId })).toHaveLength(1);
  });

  test('shows those of a time, its end not included', async () => {
    const all = await read(owner);
    const at = all[1]?.attributes.occurred_at ?? '';
    const since = all.filter(({ attributes }) => attributes.occurred_at >= at);
    expect(await read(owner, { from: at })).toEqual(since);
    expect(await read(owner, { to: at })).toEqual(all.slice(since.length));
    expect(await read(owner, { from: at, to: at })).toEqual([]);
  });

  test.each<Query>([
    { actor_id: 'Ada' },
    { action: 'events.read' },
    { thing_id: '1' },
    { from: 'yesterday' },
    { to: '2026-11-22' },
  ])('refuses %o', async (query) => {
    expect(await call(listAuditEntries, { token: owner.token, query })).toMatchObject({
      status: 422,
      body: { error: { errors: { [Object.keys(query)[0] ?? '']: [expect.any(String)] } } },
    });
  });

  test('names everybody once, by their latest name', async () => {
    await call(updateAccount, { method: 'PATCH', token: admin.token, body: { user: { first_name: 'Grace' } } });
    await makeEvent(admin.actor, 'Fourth');
    expect((await call(listAuditActors, { token: owner.token })).body).toEqual({
      data: [
        { id: owner.actor.userId, type: 'user', name: 'Ada Lovelace' },
        { id: admin.actor.userId, type: 'user', name: 'Grace Lovelace' },
      ],
    });
  });
});
