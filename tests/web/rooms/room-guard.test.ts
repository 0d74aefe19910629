import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Actor, credentialOf } from '@/lib/auth/actor';
import { newId } from '@/lib/core/id';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import { openRoomService, type RoomService } from '@/lib/platform/livekit/room-service';
import { mintPublisherToken, mintViewerToken, roomName, viewerIdentity } from '@/lib/platform/livekit/room-tokens';
import { endAuthSession, endOtherAuthSessions, logOut } from '@/lib/use-cases/accounts/auth-sessions';
import { logIn } from '@/lib/use-cases/accounts/log-in';
import { revokeApiToken } from '@/lib/use-cases/api-tokens/api-tokens';
import { deleteEvent } from '@/lib/use-cases/events/delete-event';
import { removeMember } from '@/lib/use-cases/members/end-membership';
import { deleteStream } from '@/lib/use-cases/streams/delete-stream';
import { openRoomGuard } from '@/server/web/rooms/open-room-guard';
import { LiveKitSignal } from '@/server/worker/livekit/livekit-signal';
import {
  authenticateUser,
  makeApiToken,
  makeColleague,
  makeEvent,
  makeStream,
  makeUser,
  password,
} from '../../support/api/factories';
import { until } from '../../support/until';

const rooms = openRoomService();

/** LiveKit's room service, behind a switch. */
class Switched implements RoomService {
  isAway = false;
  readonly calls: string[] = [];

  #pass<Answer>(call: () => Promise<Answer>, ...what: string[]): Promise<Answer> {
    this.calls.push(what.join(' '));
    return this.isAway ? Promise.reject(new Error('LiveKit is away')) : call();
  }
  listRooms = () => this.#pass(() => rooms.listRooms(), 'list');
  listParticipants = (room: string) => this.#pass(() => rooms.listParticipants(room), 'list', room);
  removeParticipant = (room: string, identity: string) =>
    this.#pass(() => rooms.removeParticipant(room, identity), 'remove', identity);
  setMetadata = (room: string, metadata: string) => this.#pass(() => rooms.setMetadata(room, metadata), 'tell', room);
  removeEverybody = (room: string) => this.#pass(() => rooms.removeEverybody(room), 'empty', room);
}

/** Guards the rooms from now on, and waits until it hears what happens. */
const guard = async (): Promise<Switched> => {
  const livekit = new Switched();
  const opened = openRoomGuard(openBus(), livekit);
  onTestFinished(() => opened.stop());
  const eventId = newId();
  await until('the guard has emptied the room', async () => {
    await openBus().publish({ type: 'event_remove', organizationId: '', eventId });
    return livekit.calls.includes(`empty ${roomName(eventId)}`);
  });
  return livekit;
};

const join = async (token: string) => {
  const { signal } = await LiveKitSignal.join(livekitEnv().LIVEKIT_URL, token);
  onTestFinished(() => signal.close());
};

/** Joins an event's room as a page of this actor does. @returns the identity there */
const watch = async (actor: Actor, eventId: string): Promise<string> => {
  const identity = viewerIdentity(credentialOf(actor).id);
  await join(mintViewerToken(eventId, identity));
  return identity;
};

const identitiesIn = async (eventId: string) =>
  (await rooms.listParticipants(roomName(eventId))).map(({ identity }) => identity);

const untilIdentities = async (eventId: string, expected: string[]) => {
  const isAsExpected = async () => {
    const identities = await identitiesIn(eventId);
    return JSON.stringify(identities.sort()) === JSON.stringify([...expected].sort());
  };
  await until(`the participants are ${expected.join(', ')}`, isAsExpected);
};

const signInAgain = async (email: string) =>
  authenticateUser((await logIn({ user: { email, password } }, { address: '192.0.2.1', userAgent: '' })).token);

test('members who watch are counted, each once, however many pages they have', async () => {
  const { actor } = await makeUser();
  const colleague = await makeColleague(actor, 'viewer');
  const { id } = await makeEvent(actor);
  const identities = await Promise.all([watch(actor, id), watch(actor, id), watch(colleague.actor, id)]);
  await untilIdentities(id, identities);
  await guard();
  const peaks = async () => (await db().viewerMinute.findMany({ where: { roomId: id } })).map(({ peak }) => peak);
  await until('a peak of two viewers is counted', async () => (await peaks()).includes(2));
});

describe('who leaves the rooms', () => {
  test('all pages of a member who is removed, within 2 s, and nobody else', async () => {
    const { actor } = await makeUser();
    const { id } = await makeEvent(actor);
    const member = await makeColleague(actor, 'member');
    const staying = await watch(actor, id);
    await watch(member.actor, id);
    await guard();
    const removedMs = performance.now();
    await removeMember(actor, member.actor.userId);
    await untilIdentities(id, [staying]);
    expect(performance.now() - removedMs).toBeLessThan(2_000);
  });

  test('all pages of an auth session that ends, in every event, and nobody else', async () => {
    const { actor, email } = await makeUser();
    const [other, third] = [await signInAgain(email), await signInAgain(email)];
    const [first, second] = [await makeEvent(actor), await makeEvent(actor)];
    const staying = await watch(other, first.id);
    const [tab, pane] = [await watch(actor, first.id), await watch(actor, first.id)];
    const elsewhere = await watch(actor, second.id);
    const thirds = await watch(third, second.id);
    await untilIdentities(first.id, [staying, tab, pane]);
    await untilIdentities(second.id, [elsewhere, thirds]);
    await guard();
    await logOut(actor);
    await untilIdentities(first.id, [staying]);
    await untilIdentities(second.id, [thirds]);
    await endAuthSession(other, third.authSessionId);
    await untilIdentities(second.id, []);
    const back = await watch(await signInAgain(email), first.id);
    await untilIdentities(first.id, [staying, back]);
    await endOtherAuthSessions(other);
    await untilIdentities(first.id, [staying]);
  });

  test('whoever watches by an API token that is revoked or has expired, and nobody by another one', async () => {
    const { actor } = await makeUser();
    const { id } = await makeEvent(actor);
    const [revoked, kept, expired] = [
      (await makeApiToken(actor, 'read')).actor,
      (await makeApiToken(actor, 'read')).actor,
      (await makeApiToken(actor, 'write')).actor,
    ];
    const staying = await watch(kept, id);
    const leaving = await watch(revoked, id);
    await guard();
    await untilIdentities(id, [staying, leaving]);
    await revokeApiToken(actor, revoked.apiTokenId);
    await untilIdentities(id, [staying]);
    await db().apiToken.update({ where: { id: expired.apiTokenId }, data: { expiresAt: new Date() } });
    await watch(expired, id);
    await untilIdentities(id, [staying]);
  });

  test('a user whose membership is removed, and whose auth sessions are ended with it', async () => {
    const { actor } = await makeUser();
    const { id } = await makeEvent(actor);
    await watch(actor, id);
    await db().membership.deleteMany({ where: { userId: actor.userId } });
    // Without a message: the check of everything, which a start begins with, sees it.
    await guard();
    await untilIdentities(id, []);
  });

  test('everybody when the event is deleted, and the camera of a stream that is deleted', async () => {
    const { actor } = await makeUser();
    const [doomed, kept] = [await makeEvent(actor), await makeEvent(actor)];
    const stream = await makeStream(actor, { eventId: kept.id });
    const stays = await makeStream(actor, { eventId: kept.id });
    const watching = await watch(actor, kept.id);
    const gone = await watch(actor, doomed.id);
    for (const { participantIdentity } of [stream, stays]) {
      await join(await mintPublisherToken(kept.id, participantIdentity));
    }
    await untilIdentities(doomed.id, [gone]);
    await untilIdentities(kept.id, [watching, stream.participantIdentity, stays.participantIdentity]);
    await guard();
    await deleteEvent(actor, doomed.id);
    await deleteStream(actor, stream.id);
    await untilIdentities(doomed.id, []);
    await untilIdentities(kept.id, [watching, stays.participantIdentity]);
  });

  test('nobody of another installation with the same LiveKit, and no helper of LiveKit’s', async () => {
    const { actor, email } = await makeUser();
    const { id } = await makeEvent(actor);
    const foreignEventId = newId();
    const foreigner = viewerIdentity(newId());
    await join(mintViewerToken(foreignEventId, foreigner));
    await join(mintViewerToken(id, 'EG_recorder'));
    await watch(actor, id);
    const other = await signInAgain(email);
    await guard();
    await endOtherAuthSessions(other);
    await untilIdentities(id, ['EG_recorder']);
    expect(await identitiesIn(foreignEventId)).toEqual([foreigner]);
  });
});

test('while LiveKit is away it is asked with growing delays, and who has to leave leaves once it is back', async () => {
  const { actor } = await makeUser();
  const [event, doomed] = [await makeEvent(actor), await makeEvent(actor)];
  await watch(actor, event.id);
  await watch(actor, doomed.id);
  const livekit = await guard();
  livekit.isAway = true;
  await deleteEvent(actor, doomed.id);
  await logOut(actor);
  livekit.calls.length = 0;
  const awaySinceMs = performance.now();
  // Each message would make it ask.
  while (performance.now() < awaySinceMs + 2_000) {
    await openBus().publish({ type: 'event_remove', organizationId: '', eventId: newId() });
    await sleep(20);
  }
  expect(livekit.calls.length).toBeGreaterThan(1);
  expect(livekit.calls.length).toBeLessThan(12);
  livekit.isAway = false;
  await untilIdentities(event.id, []);
  await untilIdentities(doomed.id, []);
});
