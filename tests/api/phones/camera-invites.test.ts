import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DELETE as revokeCameraInvite } from '@/app/api/v1/camera_invites/[id]/route';
import { POST as createCameraInvite, GET as listCameraInvites } from '@/app/api/v1/events/[id]/camera_invites/route';
import { newLinkSecret } from '@/lib/auth/link-secret';
import type { CameraInviteJson } from '@/lib/contracts/camera-invites';
import { db } from '@/lib/platform/db/db';
import type { Event } from '@/prisma/generated/client';
import { type Answer, call } from '../../support/api/api';
import { makeColleague, makeEvent, makeUser, type SignedInUser } from '../../support/api/factories';
import { recordBus } from '../../support/bus/bus';

const bus = recordBus();
const hourMs = 3_600_000;
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

let user: SignedInUser;
let event: Event;
beforeEach(async () => {
  user = await makeUser();
  event = await makeEvent(user.actor);
});

const create = (invite: object, { token } = user, id = event.id): Promise<Answer> =>
  call(createCameraInvite, {
    method: 'POST',
    token,
    params: { id },
    body: { camera_invite: { label: 'Balcony', expires_at: inMs(hourMs), ...invite } },
  });
const inviteOf = ({ body }: Answer) => (body as { data: CameraInviteJson }).data;
const list = async (): Promise<CameraInviteJson[]> =>
  (
    (await call(listCameraInvites, { token: user.token, params: { id: event.id } })).body as {
      data: CameraInviteJson[];
    }
  ).data;
const revoke = (id: string, { token } = user): Promise<Answer> =>
  call(revokeCameraInvite, { method: 'DELETE', token, params: { id } });

describe('POST /events/{id}/camera_invites', () => {
  test('makes an invite of which only the hash of its secret is kept', async () => {
    const one = await create({});
    expect(one).toMatchObject({
      status: 201,
      body: {
        data: {
          attributes: {
            label: 'Balcony',
            event_id: event.id,
            max_uses: 1,
            uses: 0,
            revoked_at: null,
            created_by: 'Ada Lovelace',
            path: expect.stringMatching(/^\/camera#[\w-]{43}$/),
          },
        },
      },
    });
    const many = await create({ max_uses: 30 });
    const rows = JSON.stringify(await db().cameraInvite.findMany({ where: { eventId: event.id } }));
    for (const answer of [one, many]) expect(rows).not.toContain(inviteOf(answer).attributes.path?.split('#')[1]);
    expect(await list()).toEqual([inviteOf(many), inviteOf(one)]);
  });

  test.each<[string, object, string]>([
    ['no label', { label: ' ' }, 'Label is required.'],
    ['an expiry that has passed', { expires_at: inMs(-1_000) }, 'Expiry must be in the future.'],
    ['an expiry years ahead', { expires_at: inMs(400 * 24 * hourMs) }, 'Expiry can be at most 366 days ahead.'],
    ['no phone', { max_uses: 0 }, 'Phones must be at least 1.'],
    ['a thousand phones', { max_uses: 1_000 }, 'Phones can be at most 100.'],
  ])('refuses %s', async (_, invite, sentence) => {
    expect(await create(invite)).toMatchObject({ status: 422, body: { error: { message: sentence } } });
  });

  test('an event has no more open invites than fifty, however many are made at once', async () => {
    const { organizationId } = user.actor;
    const row = (index: number) => ({
      id: crypto.randomUUID(),
      organizationId,
      eventId: event.id,
      label: 'One of many',
      secretHash: `${event.id} ${index}`,
      maxUses: 1,
      expiresAt: new Date(Date.now() + hourMs),
    });
    await db().cameraInvite.createMany({ data: Array.from({ length: 48 }, (_, index) => row(index)) });
    const statuses = (await Promise.all([create({}), create({}), create({}), create({})])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 201, 409, 409]);
    const [newest] = await list();
    await revoke(newest?.id ?? '');
    expect((await create({})).status).toBe(201);
  });
});

test('GET /events/{id}/camera_invites gives no address for an invite that lets nobody in, or was made with another secret', async () => {
  const make = async () => inviteOf(await create({})).id;
  const [expired, revoked, used, other] = [await make(), await make(), await make(), await make()];
  await db().cameraInvite.update({ where: { id: expired }, data: { expiresAt: new Date() } });
  await db().cameraInvite.update({ where: { id: used }, data: { uses: 1 } });
  await db().cameraInvite.update({ where: { id: other }, data: { secretHash: newLinkSecret().hash } });
  await revoke(revoked);
  expect((await list()).map(({ attributes }) => attributes.path)).toEqual([null, null, null, null]);
});

test('DELETE /camera_invites/{id} revokes it once and for all, and announces it', async () => {
  const { id } = inviteOf(await create({}));
  expect((await revoke(id)).status).toBe(204);
  const [invite] = await list();
  expect(invite?.attributes.revoked_at).not.toBeNull();
  expect((await revoke(id)).status).toBe(204);
  expect(await list()).toEqual([invite]);
  const { organizationId } = user.actor;
  const message = { type: 'camera_invite_revoked', organizationId, eventId: event.id, inviteId: id };
  await vi.waitFor(() => expect(bus).toContainEqual(message));
});

test('viewers of an organization see, make and revoke no camera invites', async () => {
  const { id } = inviteOf(await create({}));
  const viewer = await makeColleague(user.actor, 'viewer');
  const forbidden = { status: 403, body: { error: { code: 'forbidden' } } };
  expect(await create({}, viewer)).toMatchObject(forbidden);
  expect(await revoke(id, viewer)).toMatchObject(forbidden);
  const listed = await call(listCameraInvites, { token: viewer.token, params: { id: event.id } });
  expect(listed).toMatchObject(forbidden);
});
