import { beforeAll, describe, expect, test } from 'vitest';
import { type ChannelName, messageSchemaByChannel } from '@/lib/contracts/cable-messages';
import { type Role, roles } from '@/lib/contracts/permissions';
import { removeMember } from '@/lib/use-cases/members/end-membership';
import { updateMember } from '@/lib/use-cases/members/update-member';
import type { Stream } from '@/prisma/generated/client';
import { makeColleague, makeStream, makeUser, type SignedInUser } from '../../support/api/factories';
import { identifiers, RawClient, serveCable } from '../../support/cable/cable';
import { until } from '../../support/until';

const cable = serveCable();

/** The roles that may subscribe to each channel. A channel without a row does not compile. */
const rows: Record<ChannelName, { allows: readonly Role[]; isOfStream: boolean }> = {
  StreamsChannel: { allows: roles, isOfStream: false },
  StreamStatusChannel: { allows: roles, isOfStream: true },
  StreamMetricsChannel: { allows: roles, isOfStream: true },
  EventsChannel: { allows: roles, isOfStream: false },
  TallyChannel: { allows: roles, isOfStream: false },
  ExportsChannel: { allows: ['owner', 'admin', 'member'], isOfStream: false },
  DestinationsChannel: { allows: ['owner', 'admin', 'member'], isOfStream: false },
  CommentsChannel: { allows: roles, isOfStream: false },
  MarksChannel: { allows: roles, isOfStream: false },
  CrewChannel: { allows: ['owner', 'admin', 'member'], isOfStream: false },
};

let owner: SignedInUser;
let stream: Stream;
beforeAll(async () => {
  owner = await makeUser();
  stream = await makeStream(owner.actor);
}, 60_000);

const channels = Object.keys(messageSchemaByChannel) as ChannelName[];
const identifierOf = (channel: ChannelName) =>
  JSON.stringify(rows[channel].isOfStream ? { channel, stream_id: stream.id } : { channel });

describe.each(channels)('%s', (channel) => {
  test.each(roles)('admits or refuses a member whose role is %s', async (role) => {
    const { token } = await makeColleague(owner.actor, role);
    const client = await RawClient.welcome(cable.url, token);
    const answer = await client.subscribe(identifierOf(channel));
    expect(answer).toBe(rows[channel].allows.includes(role) ? 'confirm_subscription' : 'reject_subscription');
  });

  test('shows a user of another organization nothing', async () => {
    const client = await RawClient.welcome(cable.url, (await makeUser()).token);
    const answer = await client.subscribe(identifierOf(channel));
    expect(answer).toBe(rows[channel].isOfStream ? 'reject_subscription' : 'confirm_subscription');
    await client.settled();
    const messages = JSON.stringify(client.messages(identifierOf(channel)));
    for (const theirs of [stream.id, stream.eventId, stream.streamKey]) expect(messages).not.toContain(theirs);
  });
});

test('nobody connects without a valid token', async () => {
  for (const token of ['', 'a.b.c.d.e', owner.token.replace(/.{5}$/, 'AAAAA')]) {
    const client = RawClient.open(`${cable.url}?token=${token}`, ['actioncable-v1-json']);
    expect(await client.ended()).toEqual({ type: 'disconnect', reason: 'unauthorized', reconnect: false });
  }
});

describe('within 2 s', () => {
  const within = { timeoutMs: 2_000 };

  test('a member who is removed is disconnected for good, and nobody else', async () => {
    const member = await makeColleague(owner.actor, 'member');
    const [theirs, other] = [
      await RawClient.welcome(cable.url, member.token),
      await RawClient.welcome(cable.url, owner.token),
    ];
    await theirs.subscribe(identifiers.streams);
    await removeMember(owner.actor, member.actor.userId);
    await until('the removed member is disconnected', () => theirs.isClosed, within);
    expect(await theirs.ended()).toEqual({ type: 'disconnect', reason: 'remote', reconnect: false });
    expect(await other.subscribe(identifiers.streams)).toBe('confirm_subscription');
  });

  test('a member who becomes a viewer is asked to connect again, and is sent no secrets from then on', async () => {
    const member = await makeColleague(owner.actor, 'member');
    const before = await RawClient.welcome(cable.url, member.token);
    await before.subscribe(identifiers.streams);
    await until('the member has the stream key', () => before.texts.join().includes(stream.streamKey));
    await updateMember(owner.actor, member.actor.userId, 'viewer');
    await until('the member is disconnected', () => before.isClosed, within);
    expect(await before.ended()).toEqual({ type: 'disconnect', reason: 'role_changed', reconnect: true });
    const after = await RawClient.welcome(cable.url, member.token);
    await after.subscribe(identifiers.streams);
    await until('the viewer has the stream', () => after.texts.join().includes(stream.id));
    expect(after.texts.join()).not.toContain(stream.streamKey);
  });
});
