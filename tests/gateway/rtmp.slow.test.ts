import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Amf0Value, writeAmf0 } from '@/lib/core/rtmp/amf0';
import { messageType, writeMessage } from '@/lib/core/rtmp/chunk-stream';
import { db } from '@/lib/platform/db/db';
import type { Stream } from '@/prisma/generated/client';
import { provideCertificate } from '@/server/all-in-one/provide-certificate';
import { camera, ffmpeg, stopFfmpegs } from '../support/camera/ffmpeg';
import { copyGateway, type GatewayProcess, removeGateway, startGateway } from '../support/gateway/gateway-process';
import { makeIdleStream, pressOn, readStream, untilStatus } from '../support/gateway/reconciler';
import { RoomViewer } from '../support/room/room-viewer';
import { until } from '../support/until';

let gateway: GatewayProcess;
let stream: Stream;
let certificateFolder: string;

beforeAll(async () => {
  await copyGateway({ hasRealWorker: true });
  certificateFolder = await mkdtemp(path.join(tmpdir(), 'sightline-rtmps-'));
  await provideCertificate(certificateFolder, ['127.0.0.1']);
  gateway = await startGateway({ GATEWAY_ID: 'gateway-rtmp', RTMPS_FOLDER: certificateFolder });
  stream = await makeIdleStream();
  await db().stream.update({ where: { id: stream.id }, data: { sourceKind: 'rtmp' } });
  await pressOn(stream.id);
  await untilStatus(stream.id, 'active', 30_000);
}, 180_000);

afterAll(async () => {
  stopFfmpegs();
  gateway.child.kill('SIGTERM');
  await gateway.ended;
  await removeGateway();
  await rm(certificateFolder, { recursive: true });
});

const address = (name: string, scheme = 'rtmp') => `${scheme}://127.0.0.1:${gateway.rtmpPort}/${name}`;
const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'];
const send = (name: string, scheme?: string) =>
  ffmpeg(['-re', ...sound, ...camera('-c:a', 'aac', '-f', 'flv', address(name, scheme))]);

/** The codes of the problems on a camera's card. */
const problems = async (streamId: string): Promise<string> => JSON.stringify((await readStream(streamId)).findings);

test('an encoder with the key at the end of its address has its picture in the room, beside junk and half calls', async () => {
  const halfCalls = Array.from({ length: 40 }, () =>
    connect(gateway.rtmpPort, '127.0.0.1').on('error', () => undefined),
  );
  const junk = connect(gateway.rtmpPort, '127.0.0.1').on('error', () => undefined);
  junk.write(Buffer.alloc(4_000, 0x47));
  await once(junk, 'close');
  let videoPackets = 0;
  let audioPackets = 0;
  const viewer = await RoomViewer.joinEvent(stream.eventId, {
    onRtp: (kind) => {
      if (kind === 'video') videoPackets++;
      else audioPackets++;
    },
  });
  const encoder = send(`live/${stream.streamKey}`);
  try {
    await until('video and audio arrive in the room', () => videoPackets > 30 && audioPackets > 30, {
      timeoutMs: 60_000,
    });
    await until('the camera is live', async () => (await readStream(stream.id)).signal === 'live', {
      timeoutMs: 30_000,
    });
    const second = send(`live/${stream.streamKey}`);
    expect(await second.ended).not.toBe(0);
    await until(
      'the card names the second encoder',
      async () => (await problems(stream.id)).includes('second_encoder'),
      {
        timeoutMs: 30_000,
      },
    );
    expect(encoder.child.exitCode).toBeNull();
  } catch (cause) {
    throw new Error(`encoder: ${encoder.log()} gateway: ${gateway.log().slice(-4_000)}`, { cause });
  } finally {
    for (const half of halfCalls) half.destroy();
    await viewer.close();
    encoder.child.kill('SIGKILL');
  }
  await until('the camera is lost', async () => (await readStream(stream.id)).signal === 'lost', { timeoutMs: 30_000 });
}, 120_000);

test('an encoder by RTMPS comes by the same port, beside handshakes that never end', async () => {
  const handshakes = Array.from({ length: 40 }, () => {
    const peer = connect(gateway.rtmpPort, '127.0.0.1').on('error', () => undefined);
    peer.write(Buffer.from('1603010200', 'hex'));
    return peer;
  });
  const junk = connect(gateway.rtmpPort, '127.0.0.1').on('error', () => undefined);
  junk.write(Buffer.alloc(4_000, 0x16));
  junk.resume();
  await once(junk, 'close');
  const stranger = send(`live/${'x'.repeat(32)}`, 'rtmps');
  expect(await stranger.ended).not.toBe(0);
  const encoder = send(`live/${stream.streamKey}`, 'rtmps');
  await until('the camera is live', async () => (await readStream(stream.id)).signal === 'live', {
    timeoutMs: 60_000,
  }).catch((cause: unknown) => {
    throw new Error(`encoder: ${encoder.log()} gateway: ${gateway.log().slice(-4_000)}`, { cause });
  });
  for (const handshake of handshakes) handshake.destroy();
  encoder.child.kill('SIGKILL');
  await until('the camera is lost', async () => (await readStream(stream.id)).signal === 'lost', { timeoutMs: 30_000 });
}, 120_000);

test('a stranger’s key and the key of an SRT camera are refused', async () => {
  const stranger = send(`live/${'x'.repeat(32)}`);
  expect(await stranger.ended).not.toBe(0);
  const other = await makeIdleStream();
  await pressOn(other.id);
  await untilStatus(other.id, 'active', 30_000);
  const wrong = send(`live/${other.streamKey}`);
  expect(await wrong.ended).not.toBe(0);
  await until('the card names it', async () => (await problems(other.id)).includes('srt_camera'), {
    timeoutMs: 30_000,
  });
}, 120_000);

test('an encoder that can connect again is asked to when its gateway stops', async () => {
  const command = (...values: Amf0Value[]) =>
    writeMessage({ type: messageType.commandAmf0, timestamp: 0, streamId: 0, body: writeAmf0(values) }, 3, 128);
  const encoder = connect(gateway.rtmpPort, '127.0.0.1').on('error', () => undefined);
  let heard = '';
  encoder.on('data', (bytes) => (heard += bytes.toString('latin1')));
  encoder.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(2 * 1_536)]));
  encoder.write(command('connect', 1, { app: 'live', tcUrl: 'rtmp://host/live', capsEx: 1 }));
  encoder.write(command('createStream', 2, null));
  encoder.write(command('publish', 0, null, stream.streamKey, 'live'));
  await until('it may publish', () => heard.includes('NetStream.Publish.Start'), { timeoutMs: 30_000 });
  gateway.child.kill('SIGTERM');
  await once(encoder, 'close');
  expect(heard).toContain('NetConnection.Connect.ReconnectRequest');
}, 60_000);
