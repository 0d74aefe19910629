import { setTimeout as sleep } from 'node:timers/promises';
import { AddTrackRequest, TrackSource, TrackType } from '@livekit/protocol';
import { afterEach, expect, test, vi } from 'vitest';
import { openBus } from '@/lib/platform/bus/open-bus';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import {
  mintPhoneToken,
  mintPublisherToken,
  mintViewerToken,
  viewerIdentity,
} from '@/lib/platform/livekit/room-tokens';
import { newCameraInviteSecret } from '@/lib/use-cases/phones/camera-invite-secrets';
import { createCameraInvite, revokeCameraInvite } from '@/lib/use-cases/phones/camera-invites';
import { createHandOver } from '@/lib/use-cases/phones/hand-overs';
import { joinAsCamera } from '@/lib/use-cases/phones/join-as-camera';
import { mayJoin } from '@/server/web/livekit/may-join';
import { openRoomGuard } from '@/server/web/rooms/open-room-guard';
import { type Incoming, LiveKitSignal } from '@/server/worker/livekit/livekit-signal';
import { makeEvent, makeStream, makeUser, newAddress } from '../../support/api/factories';
import { listParticipants } from '../../support/room/room-participants';
import { until } from '../../support/until';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Two phones of two invites in one event. */
async function letPhonesIn() {
  const { actor } = await makeUser();
  const { id: eventId } = await makeEvent(actor);
  const invites = [];
  for (const label of ['Balcony', 'Stage']) {
    const { id } = await createCameraInvite(actor, eventId, {
      label,
      maxUses: 1,
      expiresAt: new Date(Date.now() + 3_600_000),
    });
    const request = { secret: newCameraInviteSecret(id), deviceSecret: undefined, person: 'Grace' };
    const { state } = await joinAsCamera(request, { address: newAddress(), userAgent: '' });
    invites.push({ id, streamId: state.phone.streamId, token: mintPhoneToken(eventId, state.phone.streamId) });
  }
  const [balcony, stage] = invites;
  if (!balcony || !stage) throw new Error('There are no phones');
  return { actor, eventId, balcony, stage };
}

/** A client of its own, which tries what its token does not allow. */
async function joinRaw(token: string) {
  const heard: Incoming[] = [];
  const { signal, join } = await LiveKitSignal.join(livekitEnv().LIVEKIT_URL, token);
  signal.on('message', (message) => heard.push(message));
  cleanups.push(() => signal.close());
  return { signal, join, heard };
}

const identitiesIn = async (eventId: string) =>
  (await listParticipants(eventId)).map(({ identity }) => identity).sort();

test('a revoked phone is out within 2 s, and its token lets it in no more; another phone stays', async () => {
  const { actor, eventId, balcony, stage } = await letPhonesIn();
  const guard = openRoomGuard(openBus());
  cleanups.push(() => guard.stop());
  for (const { token } of [balcony, stage]) {
    expect(await mayJoin(token)).toBe(true);
    await joinRaw(token);
  }
  const both = [`phone-${balcony.streamId}`, `phone-${stage.streamId}`].sort();
  await until(
    'both phones are in the room',
    async () => JSON.stringify(await identitiesIn(eventId)) === JSON.stringify(both),
  );
  // The guard's first check of everything is over.
  await sleep(500);
  const revokedMs = performance.now();
  await revokeCameraInvite(actor, balcony.id);
  await until(
    'the revoked phone is out',
    async () => !(await identitiesIn(eventId)).includes(`phone-${balcony.streamId}`),
  );
  expect(performance.now() - revokedMs).toBeLessThan(2_000);
  expect(await mayJoin(balcony.token)).toBe(false);
  expect(await mayJoin(stage.token)).toBe(true);
  // A client that goes to LiveKit itself is put out again.
  await joinRaw(balcony.token);
  await until(
    'the revoked phone is out again',
    async () => !(await identitiesIn(eventId)).includes(`phone-${balcony.streamId}`),
  );
  expect(await identitiesIn(eventId)).toEqual([`phone-${stage.streamId}`]);
});

/** A phone's token from five seconds ago: tokens name whole seconds. */
function mintedEarlier(eventId: string, streamId: string): string {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 5_000);
  try {
    return mintPhoneToken(eventId, streamId);
  } finally {
    clock.mockRestore();
  }
}

test('a phone that hands its camera over is out, and its token lets it in no more', async () => {
  const { actor, eventId, balcony } = await letPhonesIn();
  const guard = openRoomGuard(openBus());
  cleanups.push(() => guard.stop());
  const identity = `phone-${balcony.streamId}`;
  const token = mintedEarlier(eventId, balcony.streamId);
  await joinRaw(token);
  await until('the phone is in the room', async () => (await identitiesIn(eventId)).includes(identity));
  const { code } = await createHandOver(actor, balcony.streamId);
  await joinAsCamera({ secret: code, person: 'Mary' }, { address: newAddress(), userAgent: '' });
  await until('the phone is out', async () => !(await identitiesIn(eventId)).includes(identity));
  expect(await mayJoin(token)).toBe(false);
  const next = mintPhoneToken(eventId, balcony.streamId);
  expect(await mayJoin(next)).toBe(true);
  await joinRaw(next);
  await until('the next phone is in the room', async () => (await identitiesIn(eventId)).includes(identity));
});

test('a phone publishes camera and microphone alone, and gets neither picture nor name of anybody', async () => {
  const { actor, eventId, balcony, stage } = await letPhonesIn();
  const encoder = await makeStream(actor, { eventId, name: 'Secret backstage' });
  const other = await joinRaw(stage.token);
  const publish = ({ signal }: Awaited<ReturnType<typeof joinRaw>>, cid: string, source: TrackSource) => {
    const value = new AddTrackRequest({ cid, name: cid, type: TrackType.VIDEO, source, width: 320, height: 180 });
    signal.send({ case: 'addTrack', value });
  };
  publish(other, 'stage', TrackSource.CAMERA);
  const phone = await joinRaw(balcony.token);
  expect(phone.join.participant?.permission).toMatchObject({
    canSubscribe: false,
    canPublish: true,
    canPublishData: false,
    canPublishSources: [TrackSource.CAMERA, TrackSource.MICROPHONE],
  });
  publish(phone, 'screen', TrackSource.SCREEN_SHARE);
  publish(phone, 'camera', TrackSource.CAMERA);
  const published = () =>
    phone.heard.flatMap((message) => (message.case === 'trackPublished' ? [message.value.cid] : []));
  // LiveKit answers in order, so that the screen would have come before.
  await until('the phone’s camera is published', () => published().includes('camera'));
  expect(published()).toEqual(['camera']);
  // LiveKit tells it which cameras publish, by ids that open nothing: not their names, and of no viewer.
  await joinRaw(mintViewerToken(eventId, viewerIdentity(crypto.randomUUID())));
  await joinRaw(mintPublisherToken(eventId, encoder.participantIdentity));
  await sleep(500);
  const told = phone.heard.flatMap((message) => (message.case === 'update' ? message.value.participants : []));
  const seen = [...phone.join.otherParticipants, ...told];
  const cameras = [balcony.streamId, stage.streamId].map((id) => `phone-${id}`).concat(encoder.participantIdentity);
  expect(seen.map(({ identity }) => identity).filter((identity) => !cameras.includes(identity))).toEqual([]);
  expect(JSON.stringify(seen.map(({ name, metadata }) => name + metadata))).not.toContain('Secret');
  expect(phone.heard.filter((message) => message.case === 'mediaSectionsRequirement')).toEqual([]);
});
