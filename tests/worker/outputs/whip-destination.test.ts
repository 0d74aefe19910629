import { RoomServiceClient } from 'livekit-server-sdk';
import { expect, onTestFinished, test } from 'vitest';
import type { DestinationTask } from '@/lib/contracts/destination-tasks';
import { identityOf } from '@/lib/contracts/participants';
import { newId } from '@/lib/core/id';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import { mintPhoneToken, mintReceiverToken, roomName } from '@/lib/platform/livekit/room-tokens';
import { log } from '@/lib/platform/log';
import { FlvMuxer } from '@/server/worker/outputs/destinations/flv-muxer';
import { WhipMedia, type WhipPicture } from '@/server/worker/outputs/destinations/whip-media';
import { WhipPush } from '@/server/worker/outputs/destinations/whip-push';
import { PhoneSubscription } from '@/server/worker/sources/room/phone-subscription';
import { encode, liveH264, testFrames, testTone } from '../../support/camera/encode';
import { until } from '../../support/until';

const timeoutMs = 60_000;
const seconds = ['-t', '4'];

/** Makes of a camera's MPEG-TS all that WHIP sends. */
async function sent(input: string[]) {
  const bytes = await encode([...input, ...seconds]);
  const pictures: WhipPicture[] = [];
  const sounds: { opus: Buffer; ticks: number }[] = [];
  const fail = (error: unknown) => {
    throw error;
  };
  const media = new WhipMedia({
    onPicture: (picture) => pictures.push(picture),
    onSound: (opus, ticks) => sounds.push({ opus, ticks }),
    onFault: fail,
  });
  const muxer = new FlvMuxer({
    onTag: () => undefined,
    onFault: fail,
    onPacket: (stream, packet, ticks) => media.addPacket(stream, packet, ticks),
  });
  muxer.addBytes(bytes);
  const { unsupported } = media;
  media.close();
  muxer.close();
  return { pictures, sounds, unsupported };
}

test('pictures go out as they come, with Opus of their sound, or silence in its place', async () => {
  const { pictures, sounds } = await sent([...testFrames(), ...testTone(), ...liveH264, '-c:a', 'aac']);
  const steps = pictures.slice(1).map(({ ticks }, index) => ticks - (pictures[index]?.ticks ?? 0));
  expect(new Set(steps)).toEqual(new Set([3_000]));
  expect(pictures.filter(({ isKeyframe }) => isKeyframe).length).toBeGreaterThan(1);
  expect(sounds.length).toBeGreaterThan(150);
  const mute = await sent([...testFrames(), ...liveH264]);
  expect(mute.sounds.length).toBeGreaterThan(50);
  expect(new Set(mute.sounds.map(({ opus }) => opus.toString('hex')))).toEqual(new Set(['fcfffe']));
});

test('a camera with B-frames is not sent, and what is wrong is named', async () => {
  const b = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2', '-g', '30'];
  expect(await sent([...testFrames(), ...b])).toMatchObject({ pictures: [], unsupported: 'B-frames' });
});

test('LiveKit takes picture and sound, refuses a wrong token and address, and its end is heard', async () => {
  const { LIVEKIT_URL: url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: secret } = livekitEnv();
  const origin = url.replace(/^ws/, 'http');
  const [eventId, streamId] = [newId(), newId()];
  const identity = identityOf('phone', { streamId });
  const task: DestinationTask = {
    id: newId(),
    revision: 1,
    kind: 'whip',
    address: `${origin}/whip/v1`,
    key: mintPhoneToken(eventId, streamId),
    passphrase: null,
    isProven: false,
  };
  const rights = { networks: { reaches: [], named: ['127.0.0.0/8'] }, ownServices: [], reachesMachine: true };
  const beganMs = Date.now();
  const options = { rights, ticksAt: (ms: number) => (ms - beganMs) * 90 };
  const open = (changes: Partial<DestinationTask> = {}, own = options) => WhipPush.open({ ...task, ...changes }, own);
  await expect(open({ key: 'a-wrong-token' })).rejects.toMatchObject({ code: 'unauthorized' });
  await expect(open({ address: `${origin}/nowhere` })).rejects.toMatchObject({ code: 'not_found' });
  const inside = { ...options, rights: { ...rights, networks: { reaches: [], named: [] } } };
  await expect(open({}, inside)).rejects.toMatchObject({ code: 'not_allowed' });

  const came = { video: 0, audio: 0 };
  const receiver = await PhoneSubscription.join({
    url,
    token: mintReceiverToken(eventId, streamId),
    identity,
    log,
    receiver: { addTrack: () => undefined, addPacket: (kind) => came[kind]++, addReport: () => undefined },
  });
  onTestFinished(() => receiver.leave());
  const { pictures, sounds } = await sent([...testFrames(), ...testTone(), ...liveH264, '-c:a', 'aac']);
  const push = await open();
  onTestFinished(() => push.close());
  let count = 0;
  const sending = setInterval(() => {
    const ticks = options.ticksAt(Date.now());
    const picture = pictures[count % pictures.length];
    const sound = sounds[count++ % sounds.length];
    if (picture) push.addPicture({ ...picture, ticks });
    if (sound) push.addSound(sound.opus, ticks);
  }, 33);
  onTestFinished(() => clearInterval(sending));
  await until('picture and sound arrive', () => came.video > 30 && came.audio > 30, { timeoutMs });
  expect(push.sentBytes).toBeGreaterThan(10_000);

  await new RoomServiceClient(origin, apiKey, secret).removeParticipant(roomName(eventId), identity);
  await expect(push.ended).rejects.toMatchObject({ code: expect.stringMatching(/closed|stalled/) });
}, 120_000);
