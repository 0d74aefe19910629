import { beforeEach, describe, expect, test, vi } from 'vitest';
import { messageSchemaByChannel } from '@/lib/contracts/cable-messages';
import { asSaid } from '@/lib/contracts/catalogue/catalogue';
import { metricFigures } from '@/lib/contracts/metric-figures';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { createEvent } from '@/lib/use-cases/events/create-event';
import { deleteEvent } from '@/lib/use-cases/events/delete-event';
import { updateEvent } from '@/lib/use-cases/events/update-event';
import { deleteStream } from '@/lib/use-cases/streams/delete-stream';
import { readStreams } from '@/lib/use-cases/streams/get-stream';
import { startStream } from '@/lib/use-cases/streams/start-stream';
import { applyStreamTransition } from '@/lib/use-cases/streams/state/apply-stream-transition';
import { updateStream } from '@/lib/use-cases/streams/update-stream';
import { publishSamples } from '@/server/gateway/metrics/publish-samples';
import { recordSamples } from '@/server/gateway/store/record-samples';
import { makeEvent, makeStream, makeUser, type SignedInUser } from '../../support/api/factories';
import { identifiers, RawClient, serveCable } from '../../support/cable/cable';
import { until } from '../../support/until';

// The real function, with its calls counted.
vi.mock('@/lib/use-cases/streams/get-stream', async (original) => ({
  readStreams: vi.fn((await original<{ readStreams: typeof readStreams }>()).readStreams),
}));

const cable = serveCable();
let user: SignedInUser;
beforeEach(async () => {
  user = await makeUser();
});

/** A client that has subscribed and received the present state. */
async function subscriber(identifier: string): Promise<RawClient> {
  const client = await RawClient.welcome(cable.url, user.token);
  expect(await client.subscribe(identifier)).toBe('confirm_subscription');
  await client.settled();
  return client;
}

const typesOf = (client: RawClient, identifier: string) => client.messages(identifier).map(({ type }) => type);

describe('StreamsChannel', () => {
  test('sends all streams after the confirmation, oldest first', async () => {
    const { id: eventId } = await makeEvent(user.actor);
    const streams = [await makeStream(user.actor, { eventId }), await makeStream(user.actor, { eventId })];
    const client = await subscriber(identifiers.streams);
    const [snapshot] = client.messages(identifiers.streams);
    expect(messageSchemaByChannel.StreamsChannel.parse(snapshot)).toEqual(snapshot);
    expect(snapshot).toMatchObject({ type: 'streams_snapshot', streams: streams.map(({ id }) => ({ id })) });
  });

  test('sends streams that are created, changed and deleted', async () => {
    const client = await subscriber(identifiers.streams);
    const { id } = await makeStream(user.actor);
    await until('the created stream arrives', () => client.messages(identifiers.streams).length === 2);
    await updateStream(user.actor, id, { name: 'Stage left' });
    await until('the renamed stream arrives', () => client.messages(identifiers.streams).length === 3);
    await startStream(user.actor, id);
    await until('the started stream arrives', () => client.messages(identifiers.streams).length === 4);
    await deleteStream(user.actor, id);
    await until('the deletion arrives', () => client.messages(identifiers.streams).length === 5);
    const messages = client.messages(identifiers.streams);
    for (const message of messages) {
      expect(messageSchemaByChannel.StreamsChannel.parse(message)).toEqual(message);
    }
    expect(messages.slice(1)).toMatchObject([
      { type: 'stream_upsert', stream: { id, attributes: { name: 'Camera 1', status: 'idle' } } },
      { type: 'stream_upsert', stream: { attributes: { name: 'Stage left' } } },
      { type: 'stream_upsert', stream: { attributes: { status: 'provisioning' } } },
      { type: 'stream_remove', stream_id: id },
    ]);
  });
});

describe('EventsChannel', () => {
  test('sends all events after the confirmation, oldest first; then those that are created, changed and deleted', async () => {
    const first = await makeEvent(user.actor, 'First');
    const client = await subscriber(identifiers.events);
    // That the first was created may still be under way when the client subscribes.
    const messagesOf = () =>
      client.messages(identifiers.events).filter((message) => {
        const read = messageSchemaByChannel.EventsChannel.parse(message);
        return read.type !== 'event_upsert' || read.event.id !== first.id;
      });
    const received = async (count: number) =>
      until(`${count} messages have arrived`, () => messagesOf().length === count);
    const { id } = await createEvent(user.actor, { name: 'Second' });
    await received(2);
    await updateEvent(user.actor, id, { name: 'Gala' });
    await received(3);
    await deleteEvent(user.actor, first.id);
    await received(5);
    const messages = messagesOf();
    for (const message of messages) expect(messageSchemaByChannel.EventsChannel.parse(message)).toEqual(message);
    expect(messages).toMatchObject([
      { type: 'events_snapshot', events: [{ id: first.id, attributes: { name: 'First', is_default: true } }] },
      { type: 'event_upsert', event: { id, attributes: { name: 'Second', is_default: false } } },
      { type: 'event_upsert', event: { id, attributes: { name: 'Gala' } } },
      { type: 'event_remove', event_id: first.id },
      { type: 'event_upsert', event: { id, attributes: { name: 'Gala', is_default: true } } },
    ]);
    expect(client.texts.join()).not.toContain('livekit_token');
  });
});

describe('StreamStatusChannel', () => {
  test('sends the status after the confirmation; then each change, and the deletion', async () => {
    const { id } = await makeStream(user.actor);
    const identifier = identifiers.status(id);
    const client = await subscriber(identifier);
    expect(client.messages(identifier)).toEqual([
      { type: 'status_update', stream_id: id, status: 'idle', signal: 'none', started_at: null },
    ]);
    await startStream(user.actor, id);
    await until('the first changes arrive', () => client.messages(identifier).length === 3);
    await applyStreamTransition(id, 'worker_failed', { where: {}, reason: asSaid('The worker fell over.') });
    await until('the next changes arrive', () => client.messages(identifier).length === 5);
    await deleteStream(user.actor, id);
    await until('the deletion arrives', () => client.messages(identifier).length === 6);
    const messages = client.messages(identifier);
    for (const message of messages) {
      expect(messageSchemaByChannel.StreamStatusChannel.parse(message)).toEqual(message);
    }
    expect(messages.slice(1)).toMatchObject([
      { type: 'stream_updated', stream: { id, attributes: { status: 'provisioning' } } },
      { type: 'status_update', stream_id: id, status: 'provisioning' },
      { type: 'stream_updated', stream: { id, attributes: { status: 'error' } } },
      { type: 'error', stream_id: id, status: 'error', message: 'The worker fell over.' },
      { type: 'stream_deleted', stream_id: id },
    ]);
  });

  test('sends the reason of a stream in error after the confirmation', async () => {
    const { id } = await makeStream(user.actor);
    await startStream(user.actor, id);
    await applyStreamTransition(id, 'worker_failed', { where: {}, reason: asSaid('No room.') });
    const client = await subscriber(identifiers.status(id));
    expect(client.messages(identifiers.status(id))).toMatchObject([{ type: 'error', message: 'No room.' }]);
  });

  test('sends stream_created where a new stream is announced after the subscription', async () => {
    const { id, organizationId } = await makeStream(user.actor);
    const client = await subscriber(identifiers.status(id));
    await openBus().publish({ type: 'stream_upsert', organizationId, streamId: id, isNew: true });
    await until('the new stream is announced', () =>
      typesOf(client, identifiers.status(id)).includes('stream_created'),
    );
  });
});

describe('StreamMetricsChannel', () => {
  const sampleOf = (streamId: string, fps: number) => ({
    streamId,
    measuredAtMs: performance.now(),
    fps,
    bitrateKbps: 2_000,
    reconnectCount: 0,
  });

  test('forwards each sample, and the latest one to later subscribers, without a database read', async () => {
    const { id } = await makeStream(user.actor);
    const identifier = identifiers.metrics(id);
    const client = await subscriber(identifier);
    expect(client.messages(identifier)).toEqual([]);
    const reads = vi.mocked(readStreams).mock.calls.length;
    await publishSamples(openBus(), await recordSamples([sampleOf(id, 29.5)]));
    await publishSamples(openBus(), await recordSamples([sampleOf(id, 30)]));
    await until('the second sample arrives', () => client.messages(identifier).length === 2);
    expect(vi.mocked(readStreams).mock.calls).toHaveLength(reads);
    for (const message of client.messages(identifier)) {
      expect(messageSchemaByChannel.StreamMetricsChannel.parse(message)).toEqual(message);
    }
    expect(client.messages(identifier)).toMatchObject([
      { type: 'stream_metrics', stream_id: id, metrics: { fps: 29.5, bitrate: 2_000 } },
      { type: 'stream_metrics', stream_id: id, metrics: { fps: 30 } },
    ]);
    const late = await subscriber(identifier);
    expect(late.messages(identifier)).toMatchObject([{ type: 'stream_metrics', metrics: { fps: 30 } }]);
  });

  test('carries each figure that a gateway records', async () => {
    const { id } = await makeStream(user.actor);
    const identifier = identifiers.metrics(id);
    const client = await subscriber(identifier);
    const recorded = { float8: 2.5, int: 3, alert_level: 'warning' };
    const sample = Object.fromEntries(metricFigures.map(({ property, sqlType }) => [property, recorded[sqlType]]));
    await publishSamples(openBus(), await recordSamples([{ ...sampleOf(id, 2.5), ...sample }]));
    await until('the sample arrives', () => client.messages(identifier).length === 1);
    const [message] = client.messages(identifier);
    expect(message).toEqual({
      type: 'stream_metrics',
      stream_id: id,
      metrics: {
        ...Object.fromEntries(metricFigures.map(({ name, sqlType }) => [name, recorded[sqlType]])),
        recorded_at: expect.any(String),
      },
    });
    expect(message).toMatchObject({ metrics: { jitter_ms: 2.5 } });
  });

  test('carries 200 streams in one second, within the size limit of Postgres notifications', async () => {
    const { id: eventId } = await makeEvent(user.actor);
    const { organizationId } = user.actor;
    const created = await db().stream.createManyAndReturn({
      data: Array.from({ length: 200 }, (_, index) => {
        const id = crypto.randomUUID();
        return { id, organizationId, eventId, name: `${index}`, streamKey: id, participantIdentity: id };
      }),
    });
    const last = created[199]?.id ?? '';
    const client = await subscriber(identifiers.metrics(last));
    const samples = created.map(({ id }) => ({ ...sampleOf(id, 59.940059), bitrateKbps: 123_456.789012345 }));
    await publishSamples(openBus(), await recordSamples(samples));
    await until('the last stream’s sample arrives', () => client.messages(identifiers.metrics(last)).length === 1);
  });
});

describe('the database', () => {
  test('is read once for a change, however many subscribers there are', async () => {
    const { id } = await makeStream(user.actor);
    const clients = await Promise.all(
      Array.from({ length: 10 }, () => subscriber(identifiers.streams)).concat(
        Array.from({ length: 10 }, () => subscriber(identifiers.status(id))),
      ),
    );
    const reads = vi.mocked(readStreams).mock.calls.length;
    await updateStream(user.actor, id, { name: 'Once' });
    for (const client of clients)
      await until('the change arrives', () => client.texts.some((text) => text.includes('Once')));
    expect(vi.mocked(readStreams).mock.calls).toHaveLength(reads + 1);
  });

  test('does not answer for a while: subscriptions wait, changes arrive late, nobody is rejected', async () => {
    const { id } = await makeStream(user.actor);
    const early = await subscriber(identifiers.status(id));
    const away = new Error('Postgres is away');
    vi.mocked(readStreams).mockRejectedValueOnce(away).mockRejectedValueOnce(away);
    await updateStream(user.actor, id, { name: 'Late' });
    const late = await subscriber(identifiers.streams);
    await until('the late change arrives', () => early.texts.some((text) => text.includes('Late')));
    expect(late.messages(identifiers.streams)).toMatchObject([{ streams: [{ attributes: { name: 'Late' } }] }]);
  });

  test('is not read for a change without subscribers', async () => {
    const stranger = await makeUser();
    const { id } = await makeStream(stranger.actor);
    const client = await subscriber(identifiers.streams);
    const reads = vi.mocked(readStreams).mock.calls.length;
    await updateStream(stranger.actor, id, { name: 'Nobody' });
    await makeStream(user.actor);
    await until('the list has the change', () => typesOf(client, identifiers.streams).includes('stream_upsert'));
    expect(
      vi
        .mocked(readStreams)
        .mock.calls.slice(reads)
        .map(([organizationId]) => organizationId),
    ).toEqual([user.actor.organizationId]);
  });

  test('lost its notifications for a while: everybody gets a new snapshot, and revoked connections end', async () => {
    const [kept, gone] = [await makeStream(user.actor), await makeStream(user.actor)];
    const revoked = await makeUser();
    const leaver = await RawClient.welcome(cable.url, revoked.token);
    const [all, events, ofKept, ofGone] = [
      await subscriber(identifiers.streams),
      await subscriber(identifiers.events),
      await subscriber(identifiers.status(kept.id)),
      await subscriber(identifiers.status(gone.id)),
    ];
    await db().$queryRaw`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'sightline-bus'`;
    await db().stream.update({ where: { id: kept.id }, data: { name: 'Unheard', status: 'active' } });
    await db().stream.delete({ where: { id: gone.id } });
    await db().event.update({ where: { id: kept.eventId }, data: { name: 'Unheard gala' } });
    await db().authSession.update({ where: { id: revoked.actor.authSessionId }, data: { revokedAt: new Date() } });
    await until('the streams are sent anew', () => typesOf(all, identifiers.streams).length === 2);
    expect(all.messages(identifiers.streams)[1]).toMatchObject({
      type: 'streams_snapshot',
      streams: [{ id: kept.id, attributes: { name: 'Unheard', status: 'active' } }],
    });
    await until('the events are sent anew', () => typesOf(events, identifiers.events).length === 2);
    expect(events.messages(identifiers.events)[1]).toMatchObject({
      type: 'events_snapshot',
      events: [{ id: kept.eventId, attributes: { name: 'Unheard gala' } }, { id: gone.eventId }],
    });
    await until(
      'the kept stream is active',
      () => ofKept.messages(identifiers.status(kept.id)).at(-1)?.status === 'active',
    );
    await until(
      'the other stream is gone',
      () => typesOf(ofGone, identifiers.status(gone.id)).at(-1) === 'stream_deleted',
    );
    expect(await leaver.ended()).toEqual({ type: 'disconnect', reason: 'remote', reconnect: false });
  });
});
