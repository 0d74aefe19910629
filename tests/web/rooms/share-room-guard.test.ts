import { expect, onTestFinished, test } from 'vitest';
import type { Actor } from '@/lib/auth/actor';
import { identityOf } from '@/lib/contracts/participants';
import { newId } from '@/lib/core/id';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import { openRoomService } from '@/lib/platform/livekit/room-service';
import {
  mintSharePublisherToken,
  mintShareViewerToken,
  type ShareRoomId,
  shareRoomName,
} from '@/lib/platform/livekit/room-tokens';
import { deleteEvent } from '@/lib/use-cases/events/delete-event';
import { directMultiview } from '@/lib/use-cases/events/direct-multiview';
import { openShareLink } from '@/lib/use-cases/sharing/open-share-link';
import { createShareLink, revokeShareLink } from '@/lib/use-cases/sharing/share-links';
import { countShareViewers } from '@/lib/use-cases/sharing/share-rooms';
import { newShareSecret, signShareViewer } from '@/lib/use-cases/sharing/share-secrets';
import { mayJoin } from '@/server/web/livekit/may-join';
import { openRoomGuard } from '@/server/web/rooms/open-room-guard';
import { LiveKitSignal } from '@/server/worker/livekit/livekit-signal';
import { makeEvent, makeStream, makeUser, newAddress } from '../../support/api/factories';
import { until } from '../../support/until';

const rooms = openRoomService();

/** Guards the rooms from now on, as each web process does. */
const guard = () => {
  const opened = openRoomGuard(openBus());
  onTestFinished(() => opened.stop());
};

const makeLink = async (
  actor: Actor,
  eventId: string,
  maxViewers: number | null = null,
  follows = false,
): Promise<ShareRoomId> => {
  const expiresAt = new Date(Date.now() + 3_600_000);
  const { id: linkId } = await createShareLink(actor, eventId, {
    name: 'The client',
    streamIds: null,
    canHear: false,
    expiresAt,
    password: null,
    maxViewers,
    follows,
  });
  return { eventId, linkId };
};

const open = ({ linkId }: ShareRoomId, viewer?: string) =>
  openShareLink(
    { secret: newShareSecret(linkId), password: undefined, viewer },
    { address: newAddress(), userAgent: '' },
  );

const join = async (token: string) => {
  const { signal } = await LiveKitSignal.join(livekitEnv().LIVEKIT_URL, token);
  onTestFinished(() => signal.close());
};

/** Joins a link's room as a page does. @returns the identity there */
const watch = async (room: ShareRoomId, viewerId: string = newId()): Promise<string> => {
  await join(mintShareViewerToken(room, viewerId));
  return identityOf('shareViewer', { viewerId });
};

const untilIdentities = async (room: ShareRoomId, expected: string[]) => {
  const isAsExpected = async () => {
    const participants = await rooms.listParticipants(shareRoomName(room));
    const identities = participants.map(({ identity }) => identity);
    return JSON.stringify(identities.sort()) === JSON.stringify([...expected].sort());
  };
  await until(`the participants are ${expected.join(', ')}`, isAsExpected, { timeoutMs: 15_000 });
};

test('the room of a link that follows hears what the director shows; that of another one hears nothing', async () => {
  const { actor } = await makeUser();
  const { id } = await makeEvent(actor);
  const { id: solo, participantIdentity } = await makeStream(actor, { eventId: id });
  const [following, other] = [await makeLink(actor, id, null, true), await makeLink(actor, id)];
  for (const room of [following, other]) await watch(room, (await open(room)).viewerId);
  guard();
  const metadataOf = async (room: ShareRoomId) =>
    (await rooms.listRooms()).find(({ name }) => name === shareRoomName(room))?.metadata;
  const untilShown = async (arrangement: object) => {
    const metadata = JSON.stringify({ layout: 'auto', order: [], hides_off: false, solo: null, ...arrangement });
    await until(`the room’s metadata is ${metadata}`, async () => (await metadataOf(following)) === metadata, {
      timeoutMs: 15_000,
    });
  };
  await untilShown({});
  await directMultiview(actor, id, { layout: '1+5', solo });
  await untilShown({ layout: '1+5', solo: participantIdentity });
  expect(await metadataOf(other)).toBe('');
});

test('a link has no more viewers at once than it allows; a page that comes back keeps its place', async () => {
  const { actor } = await makeUser();
  const { id } = await makeEvent(actor);
  const room = await makeLink(actor, id, 2);
  const { viewerId } = await open(room);
  const first = await watch(room, viewerId);
  const second = await watch(room, (await open(room)).viewerId);
  await untilIdentities(room, [first, second]);
  const full = {
    code: 'limit_reached',
    message: 'All 2 places of this link are taken. Try again when somebody has left.',
  };
  await expect(open(room)).rejects.toMatchObject(full);
  expect(await open(room, signShareViewer(room.linkId, viewerId))).toMatchObject({ viewerId });
  // Past the way to LiveKit, by a token that was got in some other way.
  const third = await watch(room);
  await untilIdentities(room, [first, second, third]);
  guard();
  await untilIdentities(room, [first, second]);
  await until('the link counts who had to leave', async () => {
    const { surplusViewers } = await db().shareLink.findUniqueOrThrow({ where: { id: room.linkId } });
    return surplusViewers === 1;
  });
});

test('of twenty who come at once, as many get a place as there are; nobody has one in store', async () => {
  const { actor } = await makeUser();
  const room = await makeLink(actor, (await makeEvent(actor)).id, 3);
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => open(room)));
    const viewerIds = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.viewerId] : []));
    expect(viewerIds).toHaveLength(3);
    const tokens = viewerIds.map((viewerId) => mintShareViewerToken(room, viewerId));
    expect(await Promise.all(tokens.map(mayJoin))).toEqual([true, true, true]);
    // Nobody has joined in time.
    await db().sharePlace.updateMany({ where: { shareLinkId: room.linkId }, data: { heldUntil: new Date() } });
    expect(await Promise.all(tokens.map(mayJoin))).toEqual([false, false, false]);
  }
});

test('a place is kept by being there, and free soon after somebody has left', async () => {
  const { actor } = await makeUser();
  const room = await makeLink(actor, (await makeEvent(actor)).id, 1);
  const { viewerId } = await open(room);
  const { signal } = await LiveKitSignal.join(livekitEnv().LIVEKIT_URL, mintShareViewerToken(room, viewerId));
  guard();
  const heldUntil = async () => {
    const where = { shareLinkId_viewerId: { shareLinkId: room.linkId, viewerId } };
    return (await db().sharePlace.findUnique({ where }))?.heldUntil.getTime() ?? 0;
  };
  const given = await heldUntil();
  await until('the place is renewed', async () => (await heldUntil()) > given, { timeoutMs: 20_000 });
  await expect(open(room)).rejects.toMatchObject({ code: 'limit_reached' });
  signal.close();
  await until('a place is free', () => open(room).catch(() => null), { timeoutMs: 45_000 });
}, 90_000);

test('a link that has ended lets nobody in by a token that was made before', async () => {
  const { actor } = await makeUser();
  const { id } = await makeEvent(actor);
  const [revoked, expired, kept] = [await makeLink(actor, id), await makeLink(actor, id), await makeLink(actor, id)];
  const tokenOf = async (room: ShareRoomId) => mintShareViewerToken(room, (await open(room)).viewerId);
  const tokens = [await tokenOf(revoked), await tokenOf(expired), await tokenOf(kept)];
  expect(await Promise.all(tokens.map(mayJoin))).toEqual([true, true, true]);
  await revokeShareLink(actor, revoked.linkId);
  await db().shareLink.update({ where: { id: expired.linkId }, data: { expiresAt: new Date() } });
  expect(await Promise.all(tokens.map(mayJoin))).toEqual([false, false, true]);
});

test('rooms of revoked links, of links of deleted events and of expired ones are closed, and no others', async () => {
  const { actor } = await makeUser();
  const [kept, doomed] = [await makeEvent(actor), await makeEvent(actor)];
  const [staying, revoked, expired] = [
    await makeLink(actor, kept.id),
    await makeLink(actor, kept.id),
    await makeLink(actor, kept.id),
  ];
  const deleted = await makeLink(actor, doomed.id);
  const foreign = { eventId: newId(), linkId: newId() };
  for (const room of [revoked, expired, deleted]) await watch(room);
  const [stayer, foreigner] = [await watch(staying), await watch(foreign)];
  await db().shareLink.update({ where: { id: expired.linkId }, data: { expiresAt: new Date() } });
  guard();
  await untilIdentities(expired, []);
  await revokeShareLink(actor, revoked.linkId);
  await untilIdentities(revoked, []);
  await deleteEvent(actor, doomed.id);
  await untilIdentities(deleted, []);
  await untilIdentities(staying, [stayer]);
  await untilIdentities(foreign, [foreigner]);
});

test('a camera that is not the link’s has to leave its room', async () => {
  const { actor } = await makeUser();
  const { id: eventId } = await makeEvent(actor);
  const room = await makeLink(actor, eventId);
  const [own, other] = [await makeStream(actor, { eventId }), await makeStream(actor)];
  for (const { participantIdentity } of [own, other]) {
    await join(await mintSharePublisherToken(room, participantIdentity, 'Camera'));
  }
  await untilIdentities(room, [own.participantIdentity, other.participantIdentity]);
  guard();
  await untilIdentities(room, [own.participantIdentity]);
});

test('two web processes count the time of viewers once, and cameras stay in the room meanwhile', async () => {
  const { actor } = await makeUser();
  const { id } = await makeEvent(actor);
  const room = await makeLink(actor, id);
  const read = () => db().shareLink.findUniqueOrThrow({ where: { id: room.linkId } });
  const startedMs = performance.now();
  for (let count = 0; count < 3; count++) await watch(room);
  guard();
  guard();
  const link = await until(
    'the viewer time is counted',
    async () => {
      const row = await read();
      return row.viewerSeconds > 0 && row;
    },
    { timeoutMs: 15_000 },
  );
  expect(link.viewers).toBe(3);
  expect(link.openUntil?.getTime()).toBeGreaterThan(Date.now() + 500_000);
  expect(link.viewerSeconds).toBeLessThanOrEqual((3 * (performance.now() - startedMs)) / 1_000);
});

test('ten counts at the same time add the time since the last one once, and none for a gap', async () => {
  const { actor } = await makeUser();
  const { id } = await makeEvent(actor);
  const { linkId } = await makeLink(actor, id);
  const setCounted = (ago: number) =>
    db().shareLink.update({ where: { id: linkId }, data: { countedAt: new Date(Date.now() - ago) } });
  await setCounted(10_000);
  await Promise.all(Array.from({ length: 10 }, () => countShareViewers(linkId, 4)));
  const { viewerSeconds } = await db().shareLink.findUniqueOrThrow({ where: { id: linkId } });
  expect(viewerSeconds).toBeGreaterThan(38);
  expect(viewerSeconds).toBeLessThan(60);
  const { countedAt } = await setCounted(3_600_000);
  await countShareViewers(linkId, 4);
  const after = await db().shareLink.findUniqueOrThrow({ where: { id: linkId } });
  expect(after.viewerSeconds).toBe(viewerSeconds);
  expect(after.countedAt).not.toEqual(countedAt);
});
