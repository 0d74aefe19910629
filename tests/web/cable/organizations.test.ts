import { expect, test } from 'vitest';
import { openBus } from '@/lib/platform/bus/open-bus';
import { createEvent } from '@/lib/use-cases/events/create-event';
import { deleteEvent } from '@/lib/use-cases/events/delete-event';
import { updateEvent } from '@/lib/use-cases/events/update-event';
import { createStream } from '@/lib/use-cases/streams/create-stream';
import { deleteStream } from '@/lib/use-cases/streams/delete-stream';
import { startStream } from '@/lib/use-cases/streams/start-stream';
import { stopStream } from '@/lib/use-cases/streams/stop-stream';
import { updateStream } from '@/lib/use-cases/streams/update-stream';
import type { Stream } from '@/prisma/generated/client';
import { publishSamples } from '@/server/gateway/metrics/publish-samples';
import { recordSamples } from '@/server/gateway/store/record-samples';
import { makeEvent, makeStream, makeUser, type SignedInUser } from '../../support/api/factories';
import { identifiers, RawClient, serveCable } from '../../support/cable/cable';
import { SeededRandom } from '../../support/random';
import { until } from '../../support/until';

const cable = serveCable();

interface Organization {
  user: SignedInUser;
  eventId: string;
  streams: Stream[];
  clients: RawClient[];
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])('no message crosses organizations (seed %i)', async (seed) => {
  const random = new SeededRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[random.integer(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  /** Every id, key and name of an organization, also of deleted streams. */
  const secrets = new Map<Organization, Set<string>>();
  const own = (organization: Organization, stream: Stream) => {
    organization.streams.push(stream);
    for (const secret of [stream.id, stream.streamKey, stream.viewKey]) secrets.get(organization)?.add(secret);
  };

  const organizations: Organization[] = [];
  for (let count = 2 + random.integer(3); count > 0; count--) {
    const user = await makeUser();
    const { id: eventId } = await makeEvent(user.actor);
    const organization: Organization = { user, eventId, streams: [], clients: [] };
    organizations.push(organization);
    secrets.set(organization, new Set([eventId]));
    for (let streams = 1 + random.integer(3); streams > 0; streams--) {
      own(organization, await makeStream(user.actor, { eventId: organization.eventId }));
    }
    for (let clients = 1 + random.integer(3); clients > 0; clients--) {
      organization.clients.push(await RawClient.welcome(cable.url, user.token));
    }
  }

  const deeds: (() => Promise<unknown>)[] = [
    async () => {
      const client = pick(pick(organizations).clients);
      const { id } = pick(organizations.flatMap(({ streams }) => streams));
      const identifier = pick([
        identifiers.streams,
        identifiers.events,
        identifiers.status(id),
        identifiers.metrics(id),
      ]);
      client.send(pick(['subscribe', 'subscribe', 'subscribe', 'unsubscribe']), identifier);
    },
    async () => {
      const organization = pick(organizations);
      const name = `Of ${organization.user.actor.organizationId}`;
      await updateStream(organization.user.actor, pick(organization.streams).id, { name });
      secrets.get(organization)?.add(name);
    },
    async () => {
      const organization = pick(organizations);
      const { user, eventId } = organization;
      own(organization, await createStream(user.actor, { name: 'New', eventId }));
    },
    async () => {
      const organization = pick(organizations);
      const { actor } = organization.user;
      const name = `Event of ${actor.organizationId}`;
      const { id } = await createEvent(actor, { name });
      for (const secret of [id, name]) secrets.get(organization)?.add(secret);
      await updateEvent(actor, pick([id, organization.eventId]), { name: `${name}, renamed` });
      if (random.integer(2) === 1) await deleteEvent(actor, id);
    },
    async () => {
      const { user, streams } = pick(organizations);
      if (streams.length > 1) await deleteStream(user.actor, streams.pop()?.id ?? '');
    },
    async () => {
      const { user, streams } = pick(organizations);
      await pick([startStream, stopStream])(user.actor, pick(streams).id);
    },
    async () => {
      const streams = organizations.flatMap((organization) => organization.streams);
      const samples = streams.map(({ id }) => ({
        streamId: id,
        measuredAtMs: performance.now(),
        fps: 30,
        bitrateKbps: 1_000,
        reconnectCount: 0,
      }));
      await publishSamples(openBus(), await recordSamples(samples));
    },
  ];
  for (let count = 0; count < 80; count++) await pick([...deeds, deeds[0] ?? pick(deeds)])();

  // A last change that every subscriber must receive, so that nothing is pending.
  for (const { user, eventId, clients } of organizations) {
    for (const client of clients) {
      for (const identifier of [identifiers.streams, identifiers.events]) client.send('subscribe', identifier);
    }
    for (const client of clients) await client.settled();
    const { id } = await createStream(user.actor, { name: 'Last', eventId });
    const last = await createEvent(user.actor, { name: 'Last' });
    for (const client of clients) {
      await until('the last messages of the own organization arrive', () =>
        [id, last.id].every((secret) => client.texts.some((text) => text.includes(secret))),
      );
    }
  }

  let receivedCount = 0;
  for (const organization of organizations) {
    const foreign = organizations
      .filter((other) => other !== organization)
      .flatMap((other) => [...(secrets.get(other) ?? [])]);
    for (const client of organization.clients) {
      for (const { message, type, identifier } of client.frames) {
        if (type === 'reject_subscription') continue; // only echoes what the client has sent
        receivedCount += message ? 1 : 0;
        const text = JSON.stringify({ message, identifier });
        expect(foreign.filter((secret) => text.includes(secret))).toEqual([]);
      }
    }
  }
  expect(receivedCount).toBeGreaterThan(20);
});
