import { beforeEach, expect, test, vi } from 'vitest';
import type { Actor } from '@/lib/auth/actor';
import { openAuthSession } from '@/lib/auth/open-auth-session';
import type { Action } from '@/lib/auth/policy';
import { messageSchemaByChannel, viewerMessageSchemaByChannel } from '@/lib/contracts/cable-messages';
import { updateEvent } from '@/lib/events/update-event';
import { db } from '@/lib/platform/db/db';
import { updateStream } from '@/lib/streams/update-stream';
import type { Stream } from '@/prisma/generated/client';
import { makeStream, makeUser, type SignedInUser } from '../../support/api/factories';
import { identifiers, RawClient, serveCable } from '../../support/cable/cable';
import { until } from '../../support/until';

// No role is a viewer's or is refused anything yet, so the test says whose is.
const roles = vi.hoisted(() => ({ viewers: new Set<string>(), refused: new Map<string, string>() }));
vi.mock('@/lib/auth/policy', async (original) => {
  const policy = await original<typeof import('@/lib/auth/policy')>();
  return {
    ...policy,
    audienceOf: (actor: Actor) => (roles.viewers.has(actor.userId) ? 'viewer' : policy.audienceOf(actor)),
    can: (actor: Actor, action: Action) => roles.refused.get(actor.userId) !== action && policy.can(actor, action),
  };
});

const cable = serveCable();
let member: SignedInUser;
let stream: Stream;
beforeEach(async () => {
  member = await makeUser();
  const { id } = await makeStream(member.actor);
  stream = await db().stream.update({
    where: { id },
    data: { passphrase: 'a-secret-passphrase', podName: 'secret-pod', podIp: '127.9.9.9' },
  });
});

/** A connection of another user in the member's organization. */
async function connectColleague(prepare: (userId: string) => void): Promise<RawClient> {
  const { userId } = (await makeUser()).actor;
  const { organizationId } = member.actor;
  await db().membership.create({ data: { userId, organizationId, role: 'member' } });
  prepare(userId);
  return RawClient.welcome(cable.url, await openAuthSession(userId, organizationId));
}

test('a viewer and a member who subscribe to the same each get what their audience may see', async () => {
  const viewer = await connectColleague((userId) => roles.viewers.add(userId));
  const colleague = await RawClient.welcome(cable.url, member.token);
  const topics = [
    { identifier: identifiers.streams, channel: 'StreamsChannel' },
    { identifier: identifiers.status(stream.id), channel: 'StreamStatusChannel' },
    { identifier: identifiers.events, channel: 'EventsChannel' },
  ] as const;
  for (const client of [viewer, colleague]) {
    for (const { identifier } of topics) expect(await client.subscribe(identifier)).toBe('confirm_subscription');
    await client.settled();
  }

  await updateStream(member.actor, stream.id, { name: 'Stage left' });
  await updateEvent(member.actor, stream.eventId, { name: 'Gala' });
  for (const client of [viewer, colleague]) {
    await until(() => client.texts.filter((text) => text.includes('Stage left')).length === 2);
    await until(() => client.texts.some((text) => text.includes('Gala')));
  }

  for (const { identifier, channel } of topics) {
    expect(viewer.messages(identifier).length).toBeGreaterThan(1);
    for (const message of viewer.messages(identifier)) {
      expect(viewerMessageSchemaByChannel[channel].parse(message)).toEqual(message);
    }
    for (const message of colleague.messages(identifier)) {
      expect(messageSchemaByChannel[channel].parse(message)).toEqual(message);
    }
  }
  const secrets = [stream.streamKey, 'a-secret-passphrase', 'secret-pod', '127.9.9.9'];
  for (const secret of secrets) {
    expect(viewer.texts.join('\n')).not.toContain(secret);
    expect(colleague.texts.join('\n')).toContain(secret);
  }
});

test('a subscription that the policy refuses is rejected, and the others are not', async () => {
  const colleague = await connectColleague((userId) => roles.refused.set(userId, 'metrics.read'));
  expect(await colleague.subscribe(identifiers.metrics(stream.id))).toBe('reject_subscription');
  expect(await colleague.subscribe(identifiers.status(stream.id))).toBe('confirm_subscription');
});
