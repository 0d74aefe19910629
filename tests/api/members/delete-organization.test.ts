import { beforeAll, describe, expect, test } from 'vitest';
import { POST as logIn } from '@/app/api/v1/auth/login/route';
import { GET as me } from '@/app/api/v1/auth/me/route';
import { POST as remove } from '@/app/api/v1/organization/delete/route';
import { GET as count } from '@/app/api/v1/organization/route';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { call } from '../../support/api/api';
import {
  makeColleague,
  makeEvent,
  makeStream,
  makeUser,
  password,
  type SignedInUser,
} from '../../support/api/factories';

const nameOf = async ({ actor: { organizationId: id } }: SignedInUser) =>
  (await db().organization.findUniqueOrThrow({ where: { id } })).name;

const removeAs = (by: SignedInUser, name: string) =>
  call(remove, { method: 'POST', token: by.token, body: { organization: { name } } });

// The oldest organization runs the server.
beforeAll(async () => void (await makeUser()));

describe('POST /organization/delete', () => {
  test('deletes all that the organization holds, as GET /organization counts it', async () => {
    const owner = await makeUser();
    const { organizationId } = owner.actor;
    const viewer = await makeColleague(owner.actor, 'viewer');
    const other = await makeUser();
    await db().membership.create({
      data: { userId: viewer.actor.userId, organizationId: other.actor.organizationId, role: 'member' },
    });
    const event = await makeEvent(owner.actor, 'A show');
    const stream = await makeStream(owner.actor, { eventId: event.id });
    await db().webhookEndpoint.create({
      data: {
        id: newId(),
        organizationId,
        url: 'https://hooks.example.org',
        eventTypes: ['stream.off'],
        secret: 'a secret',
      },
    });
    const recordingId = newId();
    await db().recording.create({
      data: {
        id: recordingId,
        organizationId,
        eventId: event.id,
        streamId: stream.id,
        cameraName: 'Camera',
        sizeBytes: 7n,
      },
    });
    expect((await call(count, { token: owner.token })).body).toEqual({
      data: { events: 1, cameras: 1, members: 2, recordings: 1, recordings_bytes: 7 },
    });
    expect(await removeAs(owner, await nameOf(owner))).toMatchObject({ status: 204 });
    expect(await db().organization.count({ where: { id: organizationId } })).toBe(0);
    expect(await db().stream.count({ where: { id: stream.id } })).toBe(0);
    // Every disk and the bucket lose its files by this row.
    expect(await db().recordingRemoval.count({ where: { recordingId } })).toBe(1);
    for (const { token } of [owner, viewer]) expect(await call(me, { token })).toMatchObject({ status: 401 });
    // People who are in no other organization have no account any more, and may sign up anew.
    expect(
      await db().user.findMany({ where: { id: { in: [owner.actor.userId, viewer.actor.userId] } } }),
    ).toMatchObject([{ id: viewer.actor.userId }]);
    expect(await call(logIn, { method: 'POST', body: { user: { email: owner.email, password } } })).toMatchObject({
      status: 401,
    });
  });

  test('refuses another name, and an organization that pays', async () => {
    const owner = await makeUser();
    expect(await removeAs(owner, 'Another')).toMatchObject({
      status: 422,
      body: { error: { message: 'This is not the name of your organization.' } },
    });
    const { organizationId: id } = owner.actor;
    const { name } = await db().organization.update({ where: { id }, data: { billingSubscriptionId: 'sub_1' } });
    expect(await removeAs(owner, name)).toMatchObject({ status: 409 });
    expect(await db().organization.count({ where: { id } })).toBe(1);
  });
});
