import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '@/lib/auth/actor';
import { updateStream } from '@/lib/use-cases/streams/update-stream';
import type { Stream } from '@/prisma/generated/client';
import { makeMember } from '../../support/api/factories';
import { encode, liveH264, testFrames, testTone } from '../../support/camera/encode';
import { stopFfmpegs } from '../../support/camera/ffmpeg';
import {
  cutKeyframes,
  plainStream,
  radioFirst,
  scramble,
  silentFirst,
  withoutTables,
  withoutTypes,
  withProgramMap,
} from '../../support/camera/odd-streams';
import { EncoderScene, seconds } from '../../support/gateway/encoder-scene';
import { copyGateway, type GatewayProcess, removeGateway, startGateway } from '../../support/gateway/gateway-process';
import { askCookie, buildConclusionOf, rawPeer } from '../../support/gateway/srt-peers';

/* For each oddly configured encoder, either the picture plays or a finding names the cause. */

let gateway: GatewayProcess;

beforeAll(async () => {
  await copyGateway({ hasRealWorker: true });
  gateway = await startGateway({ GATEWAY_ID: 'gateway-a', GATEWAY_HOST: '::' });
}, 120_000);

afterAll(async () => {
  stopFfmpegs();
  gateway.child.kill('SIGTERM');
  await gateway.ended;
  await removeGateway();
});

const fullMap = (type: number, descriptors?: Buffer) => [
  { pid: 0x100, type, descriptors },
  { pid: 0x101, type: 0x0f },
];
const ac4 = Buffer.concat([Buffer.from([0x05, 4]), Buffer.from('AC-4')]);

interface NamedCase {
  send(scene: EncoderScene): void | Promise<void>;
  code: string;
  says: string;
}

test.concurrent.for<[string, NamedCase]>([
  [
    'nothing',
    {
      send: (scene) => scene.transmit(Buffer.alloc(0)),
      code: 'nothing_arrives',
      says: "The encoder is connected but sends nothing. Start the stream in the encoder, and check the encoder's source.",
    },
  ],
  [
    'garbage',
    {
      send: (scene) => scene.replay(randomBytes(300_000)),
      code: 'not_mpegts',
      says: 'The encoder sends data that is not MPEG-TS. Set the container of the encoder to MPEG-TS.',
    },
  ],
  [
    'Matroska',
    {
      send: (scene) => scene.run(['-re', ...testFrames(), ...liveH264, '-f', 'matroska', scene.address()]),
      code: 'sends_matroska',
      says: 'The encoder sends Matroska (MKV or WebM) instead of MPEG-TS. Set the container of the encoder to MPEG-TS.',
    },
  ],
  [
    'FLV',
    {
      send: async (scene) => scene.replay(await encode([...testFrames(), ...liveH264, '-t', String(seconds)], 'flv')),
      code: 'sends_flv',
      says: 'The encoder sends FLV instead of MPEG-TS. Set the container of the encoder to MPEG-TS.',
    },
  ],
  [
    'scrambled MPEG-TS',
    {
      send: async (scene) => scene.replay(scramble(await plainStream(seconds))),
      code: 'scrambled',
      says: 'The encoder sends scrambled MPEG-TS, which cannot be decoded here. Turn scrambling (BISS or conditional access) off. To encrypt, set a passphrase in the connection details.',
    },
  ],
  [
    'MPEG-TS without tables',
    {
      send: async (scene) => scene.replay(withoutTables(await plainStream(seconds))),
      code: 'no_tables',
      says: 'The encoder sends MPEG-TS without its tables (PAT and PMT), so nobody can tell what is in it. Set the encoder to repeat PAT and PMT at least twice a second.',
    },
  ],
  [
    'a video that nobody can decode',
    {
      send: async (scene) => scene.replay(withProgramMap(await plainStream(seconds), fullMap(0x33))),
      code: 'video_not_decodable',
      says: 'The camera sends video as VVC, which cannot be shown here. Set the encoder to H.264.',
    },
  ],
  [
    'audio that nobody can decode',
    {
      send: async (scene) => {
        const bytes = await plainStream(seconds);
        const audio = { pid: 0x101, type: 0x06, descriptors: ac4 };
        scene.replay(withProgramMap(bytes, [{ pid: 0x100, type: 0x1b }, audio]));
      },
      code: 'audio_not_decodable',
      says: 'The camera sends sound as AC-4, and it cannot be decoded. Set the encoder to AAC audio.',
    },
  ],
  [
    'what GStreamer sends without alignment=7',
    {
      send: async (scene) => scene.transmit(cutKeyframes(await plainStream(seconds)), { messageBytes: 188 }),
      code: 'cut_keyframes',
      says: 'The beginning of each keyframe is missing, so no picture can begin. In GStreamer, write mpegtsmux alignment=7: without it, srtsink leaves those packets out.',
    },
  ],
  [
    'video that stops while audio goes on',
    {
      send: (scene) => {
        const stops = ['-filter_complex', '[0:v]trim=duration=4[v]', '-map', '[v]', '-map', '1:a'];
        const muxed = ['-c:a', 'aac', '-max_interleave_delta', '1', '-f', 'mpegts', scene.address()];
        scene.run(['-re', ...testFrames(), '-re', ...testTone(), ...stops, ...liveH264, ...muxed]);
      },
      code: 'camera_lost',
      says: "Camera lost: its encoder is connected but sends no picture. Check the encoder's source and the cable to it.",
    },
  ],
])('%s is named', async ([, { send, code, says }], context) => {
  const scene = await EncoderScene.open(context, gateway);
  await send(scene);
  const codes = await scene.untilSeen(code, ({ codes, findings }) => findings.includes(says) && codes);
  // Nothing untrue beside it.
  expect(codes.filter((other) => other.startsWith('no_'))).toEqual(code.startsWith('no_') ? [code] : []);
});

test.concurrent('video and audio whose types the program map does not name play', async (context) => {
  const scene = await EncoderScene.open(context, gateway);
  scene.replay(withoutTypes(await plainStream(seconds)));
  const media = await scene.untilLive(({ audio }) => audio?.sampleRateHz === 48_000);
  expect(media).toMatchObject({ video: { codec: 'h264' }, audio: { codec: 'aac' } });
});

test.concurrent.for([
  ['DTS', 'dts', ['-c:a', 'dca', '-strict', '-2']],
  ['PCM (SMPTE 302M)', 's302m', ['-c:a', 's302m', '-ac', '2', '-strict', '-2']],
] as const)('%s audio is decoded', async ([, codec, options], context) => {
  const scene = await EncoderScene.open(context, gateway);
  scene.replay(await plainStream(seconds, [...options]));
  const media = await scene.untilLive(({ audio }) => audio?.sampleRateHz === 48_000);
  expect(media).toMatchObject({ video: { codec: 'h264' }, audio: { codec } });
});

const actorOf = async ({ organizationId }: Stream): Promise<Actor> => (await makeMember(organizationId, 'owner')).actor;

test.concurrent('of a multiplex whose first program is radio, the one with video is taken; the user may choose', async (context) => {
  const scene = await EncoderScene.open(context, gateway);
  scene.replay(await radioFirst(seconds));
  const { choices } = await scene.untilLive();
  expect(choices).toMatchObject({
    programs: [
      { number: 7, hasVideo: false },
      { number: 9, hasVideo: true },
    ],
    program: 9,
  });
  await updateStream(await actorOf(scene.stream), scene.stream.id, { program: 7 });
  await scene.untilSeen('the radio', ({ media }) => media?.choices?.program === 7 && media.video === null);
});

test.concurrent('of two audio tracks the silent first one is named, and the user may choose the other', async (context) => {
  const scene = await EncoderScene.open(context, gateway);
  scene.replay(await silentFirst(2 * seconds), 2 * seconds);
  const { choices } = await scene.untilLive();
  expect(choices).toMatchObject({
    audioTracks: [
      { codec: 'aac', language: 'deu' },
      { codec: 'aac', language: 'eng' },
    ],
    audioTrack: 1,
  });
  const says =
    "No sound above −60 dBFS on audio track 1 of 2. Choose another audio track in the camera's connection details, or check for a muted microphone.";
  await scene.untilSeen('silence', ({ findings }) => findings.includes(says));
  await updateStream(await actorOf(scene.stream), scene.stream.id, { audio_track: 2 });
  await scene.untilSeen(
    'sound',
    ({ media, codes }) => media?.choices?.audioTrack === 2 && !codes.includes('audio_silent'),
  );
});

test.concurrent.for(['fec', 'fec,cols:10', 'fec,cols:10,rows:5', 'fec,cols:5,layout:even,arq:never'])(
  'libsrt with the packet filter %s plays',
  async (filter, context) => {
    const scene = await EncoderScene.open(context, gateway);
    scene.transmit(await plainStream(seconds), { options: `&packetfilter=${filter}` });
    await scene.untilLive();
  },
);

test.concurrent('a packet filter that libsrt does not know is named', async (context) => {
  const scene = await EncoderScene.open(context, gateway);
  const peer = await rawPeer(gateway.ingestPort);
  context.onTestFinished(() => peer.close());
  // One word of type 7 (draft-sharabayko-srt-01, 3.2.1), its bytes reversed.
  const filter = Buffer.concat([Buffer.from([0, 7, 0, 1]), Buffer.from('enon')]);
  const conclusion = buildConclusionOf(7, await askCookie(peer, 7), scene.stream.streamKey);
  peer.send(Buffer.concat([conclusion, filter]));
  await scene.untilSeen('packet_filter', ({ codes }) => codes.includes('packet_filter'));
});

test.concurrent('an IPv6 caller plays at the port where IPv4 callers play', async (context) => {
  const scene = await EncoderScene.open(context, gateway);
  scene.run(['-re', ...testFrames(), ...liveH264, '-f', 'mpegts', scene.address('[::1]')]);
  await scene.untilLive();
});
