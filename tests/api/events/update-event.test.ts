import { describe, expect, test, vi } from 'vitest';
import { PATCH as updateEvent } from '@/app/api/v1/events/[id]/route';
import { db } from '@/lib/platform/db/db';
import { call } from '../../support/api/api';
import { makeEvent, makeUser } from '../../support/api/factories';
import { recordBus } from '../../support/bus/bus';

const bus = recordBus();

describe('PATCH /events/{id}', () => {
  test('renames the event, and publishes it on the bus', async () => {
    const { actor, token } = await makeUser();
    const { id } = await makeEvent(actor);
    const answer = await call(updateEvent, {
      method: 'PATCH',
      token,
      params: { id },
      body: { event: { name: 'Winter' } },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { id, attributes: { name: 'Winter', is_default: true } } },
    });
    expect(await db().event.findUnique({ where: { id } })).toMatchObject({ name: 'Winter' });
    const { organizationId } = actor;
    const upsert = { type: 'event_upsert', organizationId, eventId: id };
    await vi.waitFor(() => expect(bus).toEqual([upsert, upsert])); // created, and renamed
  });

  test('refuses an empty name', async () => {
    const { actor, token } = await makeUser();
    const { id, name } = await makeEvent(actor);
    const answer = await call(updateEvent, { method: 'PATCH', token, params: { id }, body: { event: { name: '' } } });
    expect(answer).toMatchObject({
      status: 422,
      body: { error: { errors: { 'event.name': ['Event name is required.'] } } },
    });
    expect(await db().event.findUnique({ where: { id } })).toMatchObject({ name });
  });
});
