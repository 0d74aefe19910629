import { beforeEach, describe, expect, test, vi } from 'vitest';
import { PUT as directMultiview } from '@/app/api/v1/events/[id]/multiview/route';
import { PUT as directWall } from '@/app/api/v1/events/[id]/wall/route';
import { POST as openShareLink } from '@/app/api/v1/share/route';
import type { ArrangementChanges } from '@/lib/contracts/arrangement';
import { newId } from '@/lib/core/id';
import { createPreset } from '@/lib/use-cases/events/presets';
import { createShareLink } from '@/lib/use-cases/sharing/share-links';
import { newShareSecret } from '@/lib/use-cases/sharing/share-secrets';
import type { Event, Stream } from '@/prisma/generated/client';
import { call } from '../../support/api/api';
import {
  makeApiToken,
  makeColleague,
  makeEvent,
  makeStream,
  makeUser,
  type SignedInUser,
} from '../../support/api/factories';
import { recordBus } from '../../support/bus/bus';

const bus = recordBus();

let user: SignedInUser;
let event: Event;
let streams: [Stream, Stream];
beforeEach(async () => {
  user = await makeUser();
  event = await makeEvent(user.actor);
  const { id: eventId } = event;
  streams = [await makeStream(user.actor, { eventId }), await makeStream(user.actor, { eventId, name: 'Camera 2' })];
});

const direct = (multiview: ArrangementChanges, token = user.token) =>
  call(directMultiview, { method: 'PUT', token, params: { id: event.id }, body: { multiview } });
const shows = (multiview: object) => ({ status: 200, body: { data: { attributes: { multiview, wall: multiview } } } });
const first = { layout: 'auto', order: [], hides_off: false, solo: null };

describe('PUT /events/{id}/multiview', () => {
  test('changes what it names, leaves the rest, and says so on the bus', async () => {
    const solo = streams[1].id;
    expect(await direct({ layout: '1+5' })).toMatchObject(shows({ ...first, layout: '1+5' }));
    expect(await direct({ solo })).toMatchObject(shows({ ...first, layout: '1+5', solo }));
    expect(await direct({ solo: null })).toMatchObject(shows({ ...first, layout: '1+5' }));
    const upsert = { type: 'event_upsert', organizationId: user.actor.organizationId, eventId: event.id };
    await vi.waitFor(() => expect(bus.slice(-3)).toEqual([upsert, upsert, upsert]));
  });

  test('recalls a preset, and lays what else is named over it; an API token that may write can, too', async () => {
    const order = streams.map(({ id }) => id).toReversed();
    const arrangement = { layout: 'pip', order, hides_off: true, solo: null } as const;
    const { id } = await createPreset(user.actor, event.id, { name: 'Interview', ...arrangement });
    const { token } = await makeApiToken(user.actor, 'write');
    expect(await direct({ preset_id: id }, token)).toMatchObject(shows(arrangement));
    expect(await direct({ preset_id: id, layout: '2' }, token)).toMatchObject(shows({ ...arrangement, layout: '2' }));
  });

  test.each<[string, () => ArrangementChanges, number]>([
    ['a camera of no event', () => ({ solo: newId() }), 404],
    ['an order with one', () => ({ order: [streams[0].id, newId()] }), 404],
    ['a preset that there is not', () => ({ preset_id: newId() }), 404],
    ['nothing', () => ({}), 422],
    ['a layout that there is not', () => ({ layout: '1+6' }) as unknown as ArrangementChanges, 422],
  ])('refuses %s, and shows nothing of the rest', async (_, changes, status) => {
    expect((await direct(changes())).status).toBe(status);
    expect(await direct({ hides_off: true })).toMatchObject(shows({ ...first, hides_off: true }));
  });

  test('answers at its former address, too', async () => {
    const { token } = user;
    const request = { method: 'PUT', token, params: { id: event.id }, body: { wall: { layout: '1+5' } } } as const;
    expect(await call(directWall, request)).toMatchObject(shows({ ...first, layout: '1+5' }));
  });

  test('refuses strangers, viewers and tokens that may only read', async () => {
    const viewer = await makeColleague(user.actor, 'viewer');
    const stranger = await makeUser();
    const { token } = await makeApiToken(user.actor, 'read');
    expect((await direct({ layout: '2' }, viewer.token)).status).toBe(403);
    expect((await direct({ layout: '2' }, token)).status).toBe(403);
    expect((await direct({ layout: '2' }, stranger.token)).status).toBe(404);
    expect((await direct({ layout: '2' }, 'none')).status).toBe(401);
    const preset = await createPreset(stranger.actor, (await makeEvent(stranger.actor)).id, {
      name: 'Theirs',
      layout: '2',
      order: [],
      hides_off: false,
      solo: null,
    });
    expect((await direct({ preset_id: preset.id })).status).toBe(404);
  });
});

describe('a share link that follows', () => {
  const link = (follows: boolean, streamIds: string[] | null = null) =>
    createShareLink(user.actor, event.id, {
      name: 'Kiosk',
      streamIds,
      canHear: false,
      expiresAt: new Date(Date.now() + 3_600_000),
      password: null,
      maxViewers: null,
      follows,
    });
  const shownBy = async ({ id }: { id: string }) => {
    const { body } = await call(openShareLink, { method: 'POST', body: { share: { secret: newShareSecret(id) } } });
    const { multiview, wall } = (body as { data: { attributes: { multiview: unknown; wall: unknown } } }).data
      .attributes;
    expect(wall, 'the former name').toEqual(multiview);
    return multiview;
  };

  test('shows all cameras until something is shown, and then that, by identities', async () => {
    const kiosk = await link(true);
    expect(await shownBy(kiosk)).toEqual(first);
    const [one, other] = streams;
    await direct({ layout: '1+3', order: [other.id, one.id], solo: other.id });
    const [identity, otherIdentity] = [one.participantIdentity, other.participantIdentity];
    expect(await shownBy(kiosk)).toEqual({
      layout: '1+3',
      order: [otherIdentity, identity],
      hides_off: false,
      solo: otherIdentity,
    });
  });

  test('says nothing of cameras that it does not show; one that does not follow says nothing at all', async () => {
    const [one, other] = streams;
    await direct({ order: [other.id, one.id], solo: other.id });
    expect(await shownBy(await link(true, [one.id]))).toEqual({ ...first, order: [one.participantIdentity] });
    expect(await shownBy(await link(false))).toBeNull();
  });
});
