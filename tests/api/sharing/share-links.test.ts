import { beforeEach, describe, expect, test, vi } from 'vitest';
import { POST as createShareLink, GET as listShareLinks } from '@/app/api/v1/events/[id]/share_links/route';
import { DELETE as revokeShareLink } from '@/app/api/v1/share_links/[id]/route';
import { newLinkSecret } from '@/lib/auth/link-secret';
import type { ShareLinkJson } from '@/lib/contracts/share-links';
import { db } from '@/lib/platform/db/db';
import type { Event, Stream } from '@/prisma/generated/client';
import { type Answer, call } from '../../support/api/api';
import { makeColleague, makeEvent, makeStream, makeUser, type SignedInUser } from '../../support/api/factories';
import { recordBus } from '../../support/bus/bus';

const bus = recordBus();
const hourMs = 3_600_000;
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

let user: SignedInUser;
let event: Event;
let stream: Stream;
beforeEach(async () => {
  user = await makeUser();
  event = await makeEvent(user.actor);
  stream = await makeStream(user.actor, { eventId: event.id });
});

const create = (link: object, { token } = user, id = event.id): Promise<Answer> =>
  call(createShareLink, {
    method: 'POST',
    token,
    params: { id },
    body: { share_link: { name: 'The client', expires_at: inMs(hourMs), ...link } },
  });
const linkOf = ({ body }: Answer) => (body as { data: ShareLinkJson }).data;
const list = async (): Promise<ShareLinkJson[]> =>
  ((await call(listShareLinks, { token: user.token, params: { id: event.id } })).body as { data: ShareLinkJson[] })
    .data;
const revoke = (id: string, { token } = user): Promise<Answer> =>
  call(revokeShareLink, { method: 'DELETE', token, params: { id } });

describe('POST /events/{id}/share_links', () => {
  test('makes a link for all cameras, or for some, of which only hashes of its secrets are kept', async () => {
    const all = await create({});
    expect(all).toMatchObject({
      status: 201,
      body: {
        data: {
          attributes: {
            name: 'The client',
            event_id: event.id,
            stream_ids: null,
            can_hear: false,
            has_password: false,
            max_viewers: null,
            revoked_at: null,
            created_by: 'Ada Lovelace',
            path: expect.stringMatching(/^\/share#[\w-]{43}$/),
            viewers: 0,
            surplus_viewers: 0,
            viewer_minutes: 0,
          },
        },
      },
    });
    const some = await create({ stream_ids: [stream.id, stream.id], can_hear: true, password: 'opening night' });
    expect(linkOf(some).attributes).toMatchObject({ stream_ids: [stream.id], can_hear: true, has_password: true });
    const rows = JSON.stringify(await db().shareLink.findMany({ where: { eventId: event.id } }));
    for (const answer of [all, some]) expect(rows).not.toContain(linkOf(answer).attributes.path?.split('#')[1]);
    expect(rows).not.toContain('opening night');
    expect(await list()).toEqual([linkOf(some), linkOf(all)]);
  });

  test('refuses cameras of another event, whoever’s it is', async () => {
    const stranger = await makeUser();
    for (const { id } of [await makeStream(user.actor), await makeStream(stranger.actor)]) {
      expect(await create({ stream_ids: [stream.id, id] })).toMatchObject({ status: 404 });
    }
    expect(await list()).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['no name', { name: ' ' }, 'Link name is required.'],
    ['an expiry that has passed', { expires_at: inMs(-1_000) }, 'Expiry must be in the future.'],
    ['an expiry years ahead', { expires_at: inMs(400 * 24 * hourMs) }, 'Expiry can be at most 366 days ahead.'],
    ['no camera', { stream_ids: [] }, 'Choose at least one camera.'],
    ['a short password', { password: 'abc' }, 'Password must have at least 4 characters.'],
    ['no place', { max_viewers: 0 }, 'Viewers must be at least 1.'],
  ])('refuses %s', async (_, link, sentence) => {
    expect(await create(link)).toMatchObject({ status: 422, body: { error: { message: sentence } } });
  });

  test('an event has no more open links than fifty, however many are made at once', async () => {
    const { organizationId } = user.actor;
    const row = (index: number) => ({
      id: crypto.randomUUID(),
      organizationId,
      eventId: event.id,
      name: 'One of many',
      secretHash: `${event.id} ${index}`,
      allCameras: true,
      canHear: false,
      expiresAt: new Date(Date.now() + hourMs),
    });
    await db().shareLink.createMany({ data: Array.from({ length: 48 }, (_, index) => row(index)) });
    const statuses = (await Promise.all([create({}), create({}), create({}), create({})])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 201, 409, 409]);
    const [newest] = await list();
    await revoke(newest?.id ?? '');
    expect((await create({})).status).toBe(201);
  });
});

test('GET /events/{id}/share_links gives no address for a link that cannot be opened, or was made with another secret', async () => {
  const [expired, revoked, older] = [linkOf(await create({})), linkOf(await create({})), linkOf(await create({}))];
  await db().shareLink.update({ where: { id: expired.id }, data: { expiresAt: new Date() } });
  await revoke(revoked.id);
  expect((await list()).map(({ attributes }) => attributes.path)).toEqual([older.attributes.path, null, null]);
  const { hash: secretHash } = newLinkSecret();
  await db().shareLink.update({ where: { id: older.id }, data: { secretHash } });
  expect((await list()).map(({ attributes }) => attributes.path)).toEqual([null, null, null]);
});

test('DELETE /share_links/{id} revokes it once and for all, and announces it', async () => {
  const { id } = linkOf(await create({}));
  expect((await revoke(id)).status).toBe(204);
  const [link] = await list();
  expect(link?.attributes.revoked_at).not.toBeNull();
  expect((await revoke(id)).status).toBe(204);
  expect(await list()).toEqual([link]);
  const { organizationId } = user.actor;
  const message = { type: 'share_link_upsert', organizationId, eventId: event.id, shareLinkId: id };
  await vi.waitFor(() => expect(bus).toContainEqual(message));
});

test('viewers of an organization see, make and revoke no links', async () => {
  const { id } = linkOf(await create({}));
  const viewer = await makeColleague(user.actor, 'viewer');
  const forbidden = { status: 403, body: { error: { code: 'forbidden' } } };
  expect(await create({}, viewer)).toMatchObject(forbidden);
  expect(await revoke(id, viewer)).toMatchObject(forbidden);
  const listed = await call(listShareLinks, { token: viewer.token, params: { id: event.id } });
  expect(listed).toMatchObject(forbidden);
});
