import { describe, expect, test } from 'vitest';
import { GET as getFloorPlan } from '@/app/api/v1/events/[id]/floor_plan/[hash]/route';
import {
  DELETE as removeFloorPlan,
  PATCH as scaleFloorPlan,
  PUT as setFloorPlan,
} from '@/app/api/v1/events/[id]/floor_plan/route';
import { DELETE as deleteEvent, GET as getEvent } from '@/app/api/v1/events/[id]/route';
import type { EventJson } from '@/lib/contracts/events';
import { planLimits } from '@/lib/core/plan-image';
import { db } from '@/lib/platform/db/db';
import { call } from '../../support/api/api';
import { makeApiToken, makeColleague, makeEvent, makeUser } from '../../support/api/factories';
import { planImages } from '../../support/plan-images';

async function makeHall() {
  const owner = await makeUser();
  const { id } = await makeEvent(owner.actor, 'Harvest Festival');
  const set = (image: string, token = owner.token) =>
    call(setFloorPlan, { method: 'PUT', token, params: { id }, body: { floor_plan: { image } } });
  const scale = (floor_plan: object, token = owner.token) =>
    call(scaleFloorPlan, { method: 'PATCH', token, params: { id }, body: { floor_plan } });
  const remove = (token = owner.token) => call(removeFloorPlan, { method: 'DELETE', token, params: { id } });
  const planOf = async (token = owner.token) =>
    ((await call(getEvent, { token, params: { id } })).body as { data: EventJson }).data.attributes.floor_plan;
  const read = (hash: string, token?: string) => call(getFloorPlan, { ...(token && { token }), params: { id, hash } });
  return { owner, id, set, scale, remove, planOf, read };
}

describe('a floor plan', () => {
  test('is set, replaced and removed by members, which the audit trail has', async () => {
    const { owner, id, set, remove, planOf, read } = await makeHall();
    const member = await makeColleague(owner.actor, 'member');
    expect(await planOf()).toBeNull();
    expect((await set(planImages.png, member.token)).status).toBe(204);
    const first = await planOf();
    const noScale = { width_m: null, sound_place: null };
    expect(first).toEqual({ hash: expect.any(String), media_type: 'image/png', width: 4, height: 3, ...noScale });
    expect((await set(planImages.webp)).status).toBe(204);
    const second = await planOf();
    expect(second).toMatchObject({ media_type: 'image/webp' });
    expect(second?.hash).not.toBe(first?.hash);
    expect((await read(first?.hash ?? '', owner.token)).status, 'the one before').toBe(404);
    expect(await read(second?.hash ?? '', member.token)).toMatchObject({
      status: 200,
      body: { data: { id, type: 'floor_plan', attributes: { ...second, image: planImages.webp } } },
    });

    expect((await remove(member.token)).status).toBe(204);
    expect((await remove(member.token)).status, 'there is none').toBe(204);
    expect(await planOf()).toBeNull();
    expect((await read(second?.hash ?? '', owner.token)).status).toBe(404);
    const { organizationId } = owner.actor;
    const rows = await db().auditEntry.findMany({ where: { organizationId, thingId: id }, orderBy: { id: 'asc' } });
    expect(rows.map(({ action }) => action).filter((action) => action.includes('floor'))).toEqual([
      'events.set_floor_plan',
      'events.set_floor_plan',
      'events.remove_floor_plan',
    ]);
  });

  test('is shown to members alone, who may keep it, and to no API token', async () => {
    const { owner, set, planOf, read } = await makeHall();
    await set(planImages.png);
    const { hash = '' } = (await planOf()) ?? {};
    const { headers } = await read(hash, owner.token);
    expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect(headers.get('vary')).toBe('Authorization');
    const viewer = await makeColleague(owner.actor, 'viewer');
    for (const [token, status] of [
      [viewer.token, 403],
      [(await makeApiToken(owner.actor, 'write')).token, 403],
      [(await makeUser()).token, 404],
      [undefined, 401],
    ] as const) {
      const answer = await read(hash, token);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(JSON.stringify(answer.body)).not.toContain(planImages.png);
    }
  });

  test('has a scale and a place of its sound, each by itself, which go with it', async () => {
    const { owner, id, set, scale, planOf } = await makeHall();
    expect((await scale({ width_m: 40 })).status, 'there is no plan').toBe(404);
    await set(planImages.png);
    expect((await scale({ width_m: 40 })).status).toBe(204);
    expect(
      (await scale({ sound_place: { x: 0, y: 0.5 } }, (await makeColleague(owner.actor, 'member')).token)).status,
    ).toBe(204);
    expect(await planOf()).toMatchObject({ width: 4, width_m: 40, sound_place: { x: 0, y: 0.5 } });
    for (const wrong of [{ width_m: 0 }, { width_m: 20_000 }, { sound_place: { x: 2, y: 0 } }]) {
      expect((await scale(wrong)).status).toBe(422);
    }
    await scale({ width_m: null });
    expect(await planOf()).toMatchObject({ width_m: null, sound_place: { x: 0, y: 0.5 } });
    await set(planImages.webp);
    expect(await planOf()).toMatchObject({ width_m: null, sound_place: null });
    const { organizationId } = owner.actor;
    const action = 'events.scale_floor_plan';
    expect(await db().auditEntry.count({ where: { organizationId, thingId: id, action } })).toBe(3);
  });

  test('is neither set, scaled nor removed by viewers, strangers and API tokens that only read', async () => {
    const { owner, set, scale, remove, planOf } = await makeHall();
    await set(planImages.png);
    const plan = await planOf();
    for (const [token, status] of [
      [(await makeColleague(owner.actor, 'viewer')).token, 403],
      [(await makeApiToken(owner.actor, 'read')).token, 403],
      [(await makeUser()).token, 404],
    ] as const) {
      expect((await set(planImages.webp, token)).status).toBe(status);
      expect((await scale({ width_m: 40 }, token)).status).toBe(status);
      expect((await remove(token)).status).toBe(status);
    }
    expect(await planOf()).toEqual(plan);
    expect((await set(planImages.webp, (await makeApiToken(owner.actor, 'write')).token)).status).toBe(204);
  });

  test('is kept without where its picture was taken', async () => {
    const { id, set } = await makeHall();
    const place = 'GPS 47.37 N';
    await set(Buffer.concat([Buffer.from(planImages.webp, 'base64'), Buffer.from(place)]).toString('base64'));
    const { image } = await db().floorPlanImage.findUniqueOrThrow({ where: { eventId: id } });
    expect(Buffer.from(image).toString('base64')).toBe(planImages.webp);
  });

  test.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'), planLimits.words.type],
    ['no base64', '§§§', planLimits.words.type],
    ['an empty text', '', 'Image is required.'],
    ['more than 2 MB', 'A'.repeat(2_800_000), planLimits.words.imageBytes],
  ])('is not made of %s', async (_, image, sentence) => {
    const { set, planOf } = await makeHall();
    expect(await set(image)).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid_input', errors: { 'floor_plan.image': [sentence] } } },
    });
    expect(await planOf()).toBeNull();
  });

  test('may be larger than other bodies, and not without limit', async () => {
    const { set } = await makeHall();
    expect(await set('A'.repeat(3_200_000))).toMatchObject({
      status: 413,
      body: { error: { message: 'The body is larger than 3072 KiB.' } },
    });
  });

  test('goes with its event', async () => {
    const { owner, id, set } = await makeHall();
    await set(planImages.png);
    await call(deleteEvent, { method: 'DELETE', token: owner.token, params: { id } });
    expect(await db().floorPlanImage.count({ where: { eventId: id } })).toBe(0);
  });
});
