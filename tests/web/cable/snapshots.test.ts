import { beforeAll, expect, test } from 'vitest';
import { messageSchemaByChannel } from '@/lib/contracts/cable-messages';
import { newId } from '@/lib/core/id';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { newStreamKey } from '@/lib/use-cases/streams/stream-keys';
import { maxSnapshotRows } from '@/server/web/cable/broadcast/channels';
import { makeEvent, makeUser, type SignedInUser } from '../../support/api/factories';
import { identifiers, RawClient, serveCable } from '../../support/cable/cable';
import { until } from '../../support/until';

const cable = serveCable();
let user: SignedInUser;
/** Oldest first, three more than a snapshot holds. */
let streamIds: string[];

beforeAll(async () => {
  user = await makeUser();
  const { organizationId } = user.actor;
  const { id: eventId } = await makeEvent(user.actor);
  streamIds = Array.from({ length: maxSnapshotRows + 3 }, () => newId());
  await db().stream.createMany({
    data: streamIds.map((id, index) => ({
      id,
      organizationId,
      eventId,
      name: 'Camera',
      streamKey: newStreamKey(),
      participantIdentity: `camera-${id}`,
      createdAt: new Date(Date.UTC(2026, 0, 1) + index * 1000),
    })),
  });
}, 30_000);

const newest = () => streamIds.at(-1) ?? '';

test('a snapshot holds the oldest rows up to its bound, and says that there are more', async () => {
  const client = await RawClient.welcome(cable.url, user.token);
  expect(await client.subscribe(identifiers.streams)).toBe('confirm_subscription');
  await client.settled();
  const [snapshot] = client.messages(identifiers.streams);
  const message = messageSchemaByChannel.StreamsChannel.parse(snapshot);
  if (message.type !== 'streams_snapshot') throw new Error(`a ${message.type} came first`);
  expect(message.is_complete).toBe(false);
  expect(message.streams.map(({ id }) => id)).toEqual(streamIds.slice(0, maxSnapshotRows));
});

test('a stream beyond a snapshot has its own channel, also after messages were missed', async () => {
  const client = await RawClient.welcome(cable.url, user.token);
  const [all, status] = [identifiers.streams, identifiers.status(newest())];
  // Both at once, so that one read serves both.
  const confirmed = await Promise.all([client.subscribe(all), client.subscribe(status)]);
  expect(confirmed).toEqual(['confirm_subscription', 'confirm_subscription']);
  await until('the stream’s status arrives', () => client.messages(status).length === 1);

  await db().$queryRaw`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'sightline-bus'`;
  await db().stream.update({ where: { id: newest() }, data: { status: 'active' } });
  await until('the stream is active', () => client.messages(status).at(-1)?.status === 'active');
  expect(client.messages(status).map(({ type }) => type)).not.toContain('stream_deleted');
});

test('a change of a stream beyond a snapshot reaches those who follow all', async () => {
  const client = await RawClient.welcome(cable.url, user.token);
  await client.subscribe(identifiers.streams);
  await client.settled();
  await db().stream.update({ where: { id: newest() }, data: { name: 'Renamed' } });
  const { organizationId } = user.actor;
  await openBus().publish({ type: 'stream_upsert', organizationId, streamId: newest() });
  await until('the change arrives', () => client.messages(identifiers.streams).length === 2);
  expect(client.messages(identifiers.streams)[1]).toMatchObject({
    type: 'stream_upsert',
    stream: { id: newest(), attributes: { name: 'Renamed' } },
  });
});
