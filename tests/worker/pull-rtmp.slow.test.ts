import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { PullFault } from '@/lib/contracts/pull-faults';
import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import { camera, ffmpeg } from '../support/camera/ffmpeg';
import { RtmpPlayServer, type RtmpPlayServerOptions } from '../support/camera/rtmp-play-server';
import { freeTcpPort } from '../support/network/free-port';
import { until } from '../support/until';
import { pull } from '../support/worker/pulled-camera';

/** The first program that Sightline's own muxer makes has its video here. */
const videoPid = 0x100;

/** Opens a server until the end of the test. @returns its host and port */
async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An ffmpeg that plays to one RTMP player, behind a door that bare connections do not open. */
async function serveRtmp() {
  const port = await freeTcpPort();
  const server = ffmpeg([
    ...['-re', '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'],
    ...camera('-c:a', 'aac', '-f', 'flv', '-listen', '1', `rtmp://127.0.0.1:${port}/live/camera`),
  ]);
  // It takes one connection, which waits for the player.
  const inner = await until('ffmpeg takes a connection', () => tryConnect(port), { timeoutMs: 30_000 });
  const door = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (bytes) => {
      inner.write(bytes);
      socket.pipe(inner).pipe(socket);
    });
  });
  onTestFinished(() => void inner.destroy());
  return { server, host: await listen(door) };
}

async function tryConnect(port: number): Promise<Socket | null> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const isThere = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('close', () => resolve(false));
  });
  return isThere ? socket : null;
}

test('an RTMP server is shown and heard, its stream’s name is in no log, and it is lost with it', async () => {
  const { server, host } = await serveRtmp();
  const pulled = pull(`rtmp://${host}/live/camera?token=secret`);
  const times = { video: [] as number[], audio: [] as number[] };
  const demuxer = new MpegTsDemuxer({
    onProgram: () => undefined,
    onPesPacket: ({ pid, pts }) => times[pid === videoPid ? 'video' : 'audio'].push(pts),
  });
  pulled.listen((bytes) => demuxer.addBytes(bytes));
  await until('video and audio arrive', () => times.video.length > 20 && times.audio.length > 20, {
    timeoutMs: 30_000,
  });
  expect(pulled.fault()).toBeUndefined();
  expect(pulled.feed).toMatchObject({ connects: 1, isWhole: true });
  server.child.kill('SIGKILL');
  await pulled.untilFault('ended');
  expect(pulled.feed.losses).toBe(1);
  expect(pulled.logged()).not.toMatch(/secret|live\/camera/);
}, 90_000);

test.each<[string, PullFault, RtmpPlayServerOptions['status']]>([
  ['an unknown stream', 'not_found', { level: 'error', code: 'NetStream.Play.StreamNotFound' }],
  ['a refusal', 'refused', { level: 'error', code: 'NetStream.Play.Reset', description: 'Too many players.' }],
  ['a wrong token', 'unauthorized', { level: 'error', code: 'NetStream.Error', description: 'Authentication failed.' }],
])('by RTMP, %s is the fault %s', async (_what, fault, status) => {
  const server = createTcpServer((socket) => {
    const player = new RtmpPlayServer({ send: (bytes) => socket.write(bytes), status });
    socket.on('error', () => undefined).on('data', (bytes) => player.addBytes(bytes));
  });
  await pull(`rtmp://${await listen(server)}/live/camera`).untilFault(fault);
});

test('neither an inside address nor a server without RTMP or TLS is played', async () => {
  let connections = 0;
  const host = await listen(
    createHttpServer((_request, response) => response.end()).on('connection', () => connections++),
  );
  await pull(`rtmp://${host}/live/camera`, []).untilFault('not_allowed');
  expect(connections).toBe(0);
  await pull(`rtmp://${host}/live/camera`).untilFault('no_media');
  await pull(`rtmps://${host}/live/camera`).untilFault('unreachable');
}, 60_000);
