import { describe, expect, test, vi } from 'vitest';
import { DELETE as deleteEvent } from '@/app/api/v1/events/[id]/route';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { createStream } from '@/lib/use-cases/streams/create-stream';
import { type Answer, call } from '../../support/api/api';
import { makeEvent, makeStream, makeUser } from '../../support/api/factories';
import { recordBus } from '../../support/bus/bus';
import { untilWaitingForLocks } from '../../support/until-waiting-for-locks';

const bus = recordBus();

describe('DELETE /events/{id}', () => {
  test('deletes the event and its streams, and publishes it on the bus', async () => {
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
      expect(bus.flatMap((message) => (message.type === 'stream_remove' ? message.streamId : [])).sort()).toEqual(
        gone.map(({ id }) => id).sort(),
      ),
    );
    const { organizationId } = actor;
    await vi.waitFor(() =>
      expect(bus.filter(({ type }) => type.startsWith('event_')).slice(-2)).toEqual([
        { type: 'event_remove', organizationId, eventId: event.id },
        { type: 'event_upsert', organizationId, eventId: other.id },
      ]),
    );
    expect(await call(deleteEvent, { method: 'DELETE', token, params: { id: event.id } })).toMatchObject({
      status: 404,
    });
  });

  test('makes the oldest remaining event the default', async () => {
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

  test('keeps exactly one default during concurrent deletions', async () => {
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

  test('waits for a stream that is being added, and publishes its end too', async () => {
    const { actor, token } = await makeUser();
    const { id: eventId } = await makeEvent(actor);
    const streamId = newId();
    const { organizationId } = actor;
    let deletion: Promise<Answer> | undefined;
    await db().$transaction(async (tx) => {
      const secrets = { streamKey: newId(), participantIdentity: newId() };
      await tx.stream.create({ data: { id: streamId, organizationId, eventId, name: 'Camera 1', ...secrets } });
      deletion = call(deleteEvent, { method: 'DELETE', token, params: { id: eventId } });
      await untilWaitingForLocks(1);
    });
    expect(await deletion).toMatchObject({ status: 204 });
    await vi.waitFor(() => expect(bus).toContainEqual({ type: 'stream_remove', organizationId, streamId }));
  });

  test('makes a stream that is being added answer 404', async () => {
    const { actor } = await makeUser();
    const { id: eventId } = await makeEvent(actor);
    let creation: Promise<unknown> | undefined;
    await db().$transaction(async (tx) => {
      await tx.event.delete({ where: { id: eventId } });
      creation = expect(createStream(actor, { name: 'Camera 1', eventId })).rejects.toMatchObject({
        code: 'not_found',
      });
      await untilWaitingForLocks(1);
    });
    await creation;
    expect(bus.filter(({ type }) => type === 'stream_upsert')).toEqual([]);
  });
});
