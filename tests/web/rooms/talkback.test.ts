import { setTimeout as sleep } from 'node:timers/promises';
import { AddTrackRequest, TrackSource, TrackType } from '@livekit/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { readCrewRing } from '@/lib/contracts/crew-ring';
import { openBus } from '@/lib/platform/bus/open-bus';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import { openRoomService } from '@/lib/platform/livekit/room-service';
import { crewRoomName, mintCrewToken } from '@/lib/platform/livekit/room-tokens';
import { updateMember } from '@/lib/use-cases/members/update-member';
import { newCameraInviteSecret } from '@/lib/use-cases/phones/camera-invite-secrets';
import { createCameraInvite, revokeCameraInvite } from '@/lib/use-cases/phones/camera-invites';
import { messageCrew, openTalkback } from '@/lib/use-cases/phones/crew';
import { joinAsCamera } from '@/lib/use-cases/phones/join-as-camera';
import { cutProgram } from '@/lib/use-cases/tally/program-desk';
import { mayJoin } from '@/server/web/livekit/may-join';
import { openRoomGuard } from '@/server/web/rooms/open-room-guard';
import { type Incoming, LiveKitSignal } from '@/server/worker/livekit/livekit-signal';
import {
  makeColleague,
  makeEvent,
  makeStream,
  makeUser,
  newAddress,
  type SignedInUser,
} from '../../support/api/factories';
import { until } from '../../support/until';

const rooms = openRoomService();

/** A phone of an event. */
async function letPhoneIn({ actor }: SignedInUser, eventId: string) {
  const expiresAt = new Date(Date.now() + 3_600_000);
  const { id } = await createCameraInvite(actor, eventId, { label: 'Balcony', maxUses: 1, expiresAt });
  const request = { secret: newCameraInviteSecret(id), deviceSecret: undefined, person: 'Grace' };
  const { state } = await joinAsCamera(request, { address: newAddress(), userAgent: '' });
  const { streamId } = state.phone;
  return { streamId, inviteId: id, identity: `crew-${streamId}`, token: mintCrewToken(eventId, streamId) };
}

/** A client of its own, which tries what no page of ours does. */
async function joinRaw(token: string) {
  const heard: Incoming[] = [];
  const { signal, join } = await LiveKitSignal.join(livekitEnv().LIVEKIT_URL, token);
  signal.on('message', (message) => heard.push(message));
  onTestFinished(() => signal.close());
  return { signal, join, heard };
}
type Raw = Awaited<ReturnType<typeof joinRaw>>;

function publish({ signal }: Raw, source: TrackSource): void {
  const type = source === TrackSource.MICROPHONE ? TrackType.AUDIO : TrackType.VIDEO;
  signal.send({ case: 'addTrack', value: new AddTrackRequest({ cid: String(source), name: 'voice', type, source }) });
}

const publishedBy = ({ heard }: Raw) =>
  heard.flatMap((message) => (message.case === 'trackPublished' ? [message.value] : []));

const identitiesIn = async (eventId: string) =>
  (await rooms.listParticipants(crewRoomName(eventId))).map(({ identity }) => identity).sort();

test('neither a phone nor a director publishes a picture or sends data in a talkback', async () => {
  const user = await makeUser();
  const { id: eventId } = await makeEvent(user.actor);
  const phone = await letPhoneIn(user, eventId);
  for (const token of [phone.token, (await openTalkback(user.actor, eventId)).token]) {
    const raw = await joinRaw(token);
    publish(raw, TrackSource.CAMERA);
    publish(raw, TrackSource.SCREEN_SHARE);
    publish(raw, TrackSource.MICROPHONE);
    const published = () => publishedBy(raw).map(({ track }) => track?.source);
    // LiveKit answers in order, so that what it would have published comes before.
    await until('the microphone is published', () => published().includes(TrackSource.MICROPHONE));
    expect(published()).toEqual([TrackSource.MICROPHONE]);
    expect(raw.join.participant?.permission).toMatchObject({
      canPublishData: false,
      canPublishSources: [TrackSource.MICROPHONE],
    });
  }
});

test('a revoked phone and a director who becomes a viewer are out within 2 s; the others stay', async () => {
  const user = await makeUser();
  const { id: eventId } = await makeEvent(user.actor);
  const colleague = await makeColleague(user.actor, 'member');
  const guard = openRoomGuard(openBus());
  onTestFinished(() => guard.stop());
  const [balcony, stage] = [await letPhoneIn(user, eventId), await letPhoneIn(user, eventId)];
  for (const { token } of [balcony, stage]) {
    expect(await mayJoin(token)).toBe(true);
    await joinRaw(token);
  }
  await joinRaw((await openTalkback(user.actor, eventId)).token);
  await joinRaw((await openTalkback(colleague.actor, eventId)).token);
  await until('all four are in the talkback', async () => (await identitiesIn(eventId)).length === 4);
  // The guard's first check of everything is over.
  await sleep(500);
  const endedMs = performance.now();
  await revokeCameraInvite(user.actor, balcony.inviteId);
  await updateMember(user.actor, colleague.actor.userId, 'viewer');
  await until('two are left in the talkback', async () => (await identitiesIn(eventId)).length === 2);
  expect(performance.now() - endedMs).toBeLessThan(2_000);
  const own = expect.stringMatching(`^director-${user.actor.authSessionId}-`);
  expect(await identitiesIn(eventId)).toEqual([stage.identity, own]);
  expect(await mayJoin(balcony.token)).toBe(false);
  // A client that goes to LiveKit itself is put out again.
  await joinRaw(balcony.token);
  await until(
    'the phone is out of the talkback',
    async () => !(await identitiesIn(eventId)).includes(balcony.identity),
  );
});

test('phones are told by their room that there is news: a text of the director, and a cut', async () => {
  const user = await makeUser();
  const { id: eventId } = await makeEvent(user.actor);
  const guard = openRoomGuard(openBus());
  onTestFinished(() => guard.stop());
  const phone = await letPhoneIn(user, eventId);
  const raw = await joinRaw(phone.token);
  const rings = () => raw.heard.filter((message) => message.case === 'roomUpdate').length;
  await messageCrew(user.actor, eventId, { text: 'Closer', streamId: null });
  await until('the bell has rung for the text', () => rings() > 0, { timeoutMs: 20_000 });
  const before = rings();
  await cutProgram(user.actor, eventId, { on_air: phone.streamId, takes_over: false });
  await until('the bell has rung for the cut', () => rings() > before, { timeoutMs: 20_000 });
  const lastRing = () => {
    const room = raw.heard.flatMap((message) => (message.case === 'roomUpdate' ? (message.value.room ?? []) : []));
    return readCrewRing(room.at(-1)?.metadata ?? '');
  };
  await until('the ring says who is on air', () => lastRing()?.program.includes(phone.streamId), { timeoutMs: 20_000 });
  // No phone is told of other cameras.
  const { id: other } = await makeStream(user.actor, { eventId });
  await cutProgram(user.actor, eventId, { on_air: other, next: null, takes_over: false });
  await until('the ring says that nobody is', () => lastRing()?.program.length === 0, { timeoutMs: 20_000 });
  expect(lastRing()?.preview).toEqual([]);
});
