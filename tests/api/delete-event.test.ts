import { describe, expect, test, vi } from 'vitest';
import { DELETE as deleteEvent } from '@/app/api/v1/events/[id]/route';
import { db } from '@/lib/core/db';
import { createStream } from '@/lib/streams/create-stream';
import { call } from '../support/api';
import { recordBus } from '../support/bus';
import { makeEvent, makeStream, makeUser } from '../support/factories';

const bus = recordBus();

describe('DELETE /events/{id}', () => {
  test('deletes the event and its streams, and says so on the bus', async () => {
    const { actor, token } = await makeUser();
    const [event, other] = [await makeEvent(actor), await makeEvent(actor)];
    const gone = [await makeStream(actor, { eventId: event.id }), await makeStream(actor, { eventId: event.id })];
    const kept = await makeStream(actor, { eventId: other.id });
    expect(await call(deleteEvent, { method: 'DELETE', token, params: { id: event.id } })).toMatchObject({
      status: 204,
    });
    expect(await db().stream.findMany({ where: { organizationId: actor.organizationId } })).toMatchObject([
      { id: kept.id },
    ]);
    await vi.waitFor(() =>
      expect(
        bus
          .filter(({ type }) => type === 'stream_remove')
          .map(({ streamId }) => streamId)
          .sort(),
      ).toEqual(gone.map(({ id }) => id).sort()),
    );
    expect(await call(deleteEvent, { method: 'DELETE', token, params: { id: event.id } })).toMatchObject({
      status: 404,
    });
  });

  test('passes the default to the oldest that remains', async () => {
    const { actor, token } = await makeUser();
    const [first, second, third] = [await makeEvent(actor), await makeEvent(actor), await makeEvent(actor)];
    const defaults = async () =>
      (await db().event.findMany({ where: { organizationId: actor.organizationId, isDefault: true } })).map(
        ({ id }) => id,
      );
    await call(deleteEvent, { method: 'DELETE', token, params: { id: third.id } });
    expect(await defaults()).toEqual([first.id]);
    await call(deleteEvent, { method: 'DELETE', token, params: { id: first.id } });
    expect(await defaults()).toEqual([second.id]);
    await call(deleteEvent, { method: 'DELETE', token, params: { id: second.id } });
    expect(await defaults()).toEqual([]);
  });

  test('keeps exactly one default while many are deleted at once', async () => {
    const { actor, token } = await makeUser();
    const events = [];
    for (let count = 0; count < 6; count++) events.push(await makeEvent(actor));
    await Promise.all(
      events.slice(0, 5).map(({ id }) => call(deleteEvent, { method: 'DELETE', token, params: { id } })),
    );
    expect(await db().event.findMany({ where: { organizationId: actor.organizationId } })).toMatchObject([
      { isDefault: true },
    ]);
  });

  test('leaves no stream unannounced that is added at the same moment', async () => {
    const { actor, token } = await makeUser();
    const { id } = await makeEvent(actor);
    const [, ...creations] = await Promise.allSettled([
      call(deleteEvent, { method: 'DELETE', token, params: { id } }),
      ...Array.from({ length: 5 }, (_, index) => createStream(actor, { name: `Camera ${index}`, eventId: id })),
    ]);
    for (const creation of creations) {
      if (creation.status === 'rejected') expect(creation.reason).toMatchObject({ code: 'not_found' });
    }
    const created = creations.flatMap((creation) => (creation.status === 'fulfilled' ? [creation.value.id] : []));
    await vi.waitFor(() =>
      expect(
        bus
          .filter(({ type }) => type === 'stream_remove')
          .map(({ streamId }) => streamId)
          .sort(),
      ).toEqual(created.sort()),
    );
  });
});
