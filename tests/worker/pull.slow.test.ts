import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { PullFault } from '@/lib/contracts/pull-faults';
import { ticksBetween } from '@/lib/core/timestamp33';
import { splitAnnexB } from '@/lib/media/codecs/annex-b';
import { nalType, nalTypeOf } from '@/lib/media/codecs/h264';
import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import { tryPull } from '@/server/worker/try-pull';
import { camera, ffmpeg, stopFfmpegs } from '../support/camera/ffmpeg';
import { RtspServer, type RtspServerOptions } from '../support/camera/rtsp-server';
import { freeTcpPort, freeUdpPort } from '../support/network/free-port';
import { until } from '../support/until';
import { pull } from '../support/worker/pulled-camera';

/** A camera's web server. @returns its host and port */
async function startHttp(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  port = 0,
  onConnection: () => void = () => undefined,
): Promise<string> {
  const server = createServer(answer);
  server.on('connection', onConnection);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const listenForSrt = (port: number) =>
  ffmpeg(camera('-f', 'mpegts', `srt://127.0.0.1:${port}?mode=listener&passphrase=of the listener`));

test('a camera that listens for SRT is called, is lost with its encoder, and is back by itself', async () => {
  const port = await freeUdpPort();
  const first = listenForSrt(port);
  const pulled = pull(`srt://127.0.0.1:${port}?passphrase=of%20the%20listener`);
  await pulled.untilBytes();
  expect(pulled.fault()).toBeUndefined();
  first.child.kill('SIGKILL');
  await first.ended;
  await until('the camera is lost', () => pulled.feed.losses === 1, { timeoutMs: 30_000 });
  expect(pulled.fault()).toBeDefined();
  listenForSrt(port);
  await pulled.untilBytes();
  expect(pulled.feed).toMatchObject({ connects: 2, losses: 1, isWhole: true });
}, 120_000);

test('an SRT port where nothing listens is silence', async () => {
  await pull(`srt://127.0.0.1:${await freeUdpPort()}`).untilFault('unreachable');
});

test('a wrong SRT passphrase is a refusal, and stands in no line of the log', async () => {
  const port = await freeUdpPort();
  listenForSrt(port);
  const pulled = pull(`srt://127.0.0.1:${port}?passphrase=something%20else`);
  await pulled.untilFault('refused');
  expect(pulled.logged()).toContain('refused');
  expect(pulled.logged()).not.toContain('something');
}, 60_000);

test('MPEG-TS by HTTP arrives over a redirect, which takes the password along on one host', async () => {
  const asked: string[] = [];
  const host = await startHttp((request, response) => {
    asked.push(`${request.url} ${request.headers.host} ${request.headers.authorization}`);
    if (request.url === '/moved') response.writeHead(302, { location: '/live.ts?key=1' }).end();
    else ffmpeg(camera('-f', 'mpegts', 'pipe:1')).child.stdout?.pipe(response);
  });
  const pulled = pull(`http://user:p%40ss@${host}/moved`);
  await pulled.untilBytes();
  const basic = `Basic ${Buffer.from('user:p@ss').toString('base64')}`;
  expect(asked).toEqual([`/moved ${host} ${basic}`, `/live.ts?key=1 ${host} ${basic}`]);
  expect(pulled.feed).toMatchObject({ connects: 1, isWhole: true });
}, 60_000);

test('a redirect to another host gets no password', async () => {
  const asked: (string | undefined)[] = [];
  const other = await startHttp((request, response) => {
    asked.push(request.headers.authorization);
    response.writeHead(404).end();
  });
  const host = await startHttp((_request, response) => response.writeHead(302, { location: `http://${other}/` }).end());
  await pull(`http://user:password@${host}/`).untilFault('not_found');
  expect(asked).toContain(undefined);
  expect(asked).not.toContain(expect.any(String));
});

test.each<[string, PullFault, (response: ServerResponse) => unknown]>([
  ['a refused password', 'unauthorized', (response) => response.writeHead(401).end()],
  ['an unknown path', 'not_found', (response) => response.writeHead(404).end()],
  ['a web page', 'no_media', (response) => response.end('<html>')],
  ['a fault of the camera', 'refused', (response) => response.writeHead(500).end()],
  ['a redirect for ever', 'refused', (response) => response.writeHead(302, { location: '/again' }).end()],
  ['a redirect to HLS', 'no_media', (response) => response.writeHead(302, { location: '/live.m3u8' }).end()],
  ['a redirect to a file', 'refused', (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end()],
  ['an answer that never comes', 'unreachable', () => undefined],
])('%s is the fault %s', async (_what, fault, answer) => {
  const host = await startHttp((_request, response) => void answer(response));
  const pulled = pull(`http://${host}/live.ts`);
  await pulled.untilFault(fault);
  expect(pulled.feed.connects).toBe(0);
});

test('no address, and a name that does not exist, are faults', async () => {
  await pull(null).untilFault('no_address');
  await pull('http://cam.invalid/').untilFault('unknown_host');
});

test('a refused password is not tried again within a minute, and a stop while it waits ends at once', async () => {
  let tries = 0;
  const host = await startHttp((_request, response) => {
    tries++;
    response.writeHead(401).end();
  });
  const refused = pull(`http://user:wrong@${host}/live.ts`);
  await refused.untilFault('unauthorized');
  let others = 0;
  const other = await startHttp((_request, response) => {
    others++;
    response.writeHead(404).end();
  });
  pull(`http://${other}/`);
  // Three attempts at a camera with another fault take several seconds.
  await until('another camera was tried three times', () => others >= 3, { timeoutMs: 60_000 });
  expect(tries).toBe(1);
  await refused.end();
}, 90_000);

test('a password waits until it is its turn, and the card says why', async () => {
  let tries = 0;
  let reports = 0;
  const host = await startHttp((_request, response) => {
    tries++;
    response.writeHead(401).end();
  });
  const { source, untilFault } = pull(`http://user:wrong@${host}/live.ts`, undefined, undefined, () => reports++);
  await until('it asks', () => source.pullTurn === 'asks' && reports === 1);
  source.onPullTurn('busy');
  expect(source.pullFault).toBeUndefined();
  source.onPullTurn('refused');
  expect(source.pullFault).toBe('unauthorized');
  source.onPullTurn('none');
  expect(source.pullTurn).toBe('asks');
  expect(tries).toBe(0);
  source.onPullTurn('yours');
  await until('it was refused', () => source.pullTurn === undefined, { timeoutMs: 30_000 });
  await untilFault('unauthorized');
  expect({ tries, reports }).toEqual({ tries: 1, reports: 2 });
  const open = pull(`http://${host}/live.ts`, undefined, undefined, () => reports++);
  await open.untilFault('unauthorized');
  expect(reports).toBe(2);
}, 60_000);

test('a camera that was away is called as soon as it answers, however long the pause, and not before', async () => {
  const port = await freeTcpPort();
  const pulled = pull(`http://user:password@127.0.0.1:${port}/live.ts`, undefined, {
    firstMs: 600_000,
    capMs: 600_000,
  });
  await pulled.untilFault('unreachable');
  await startHttp(
    (_request, response) => void ffmpeg(camera('-f', 'mpegts', 'pipe:1')).child.stdout?.pipe(response),
    port,
  );
  await pulled.untilBytes();
  expect(pulled.fault()).toBeUndefined();
}, 60_000);

test('a camera that answers, and refuses, is left in peace', async () => {
  let connections = 0;
  let requests = 0;
  const host = await startHttp(
    (_request, response) => {
      requests++;
      response.writeHead(500).end();
    },
    0,
    () => connections++,
  );
  await pull(`http://user:password@${host}/live.ts`, undefined, { firstMs: 600_000, capMs: 600_000 }).untilFault(
    'refused',
  );
  // The request, and two looks at whether it is still there.
  await until('it was looked at twice', () => connections >= 3, { timeoutMs: 60_000 });
  expect(requests).toBe(1);
}, 90_000);

test('neither an inside address nor a redirect to one is opened', async () => {
  let tries = 0;
  const inside = await startHttp((_request, response) => {
    tries++;
    response.end();
  });
  await pull(`http://${inside}/`, []).untilFault('not_allowed');
  const location = `http://127.0.0.2:${inside.split(':')[1]}/`;
  const outside = await startHttp((_request, response) => response.writeHead(302, { location }).end());
  await pull(`http://${outside}/`, ['127.0.0.1/32']).untilFault('not_allowed');
  expect(tries).toBe(0);
});

test('a camera that falls silent is lost', async () => {
  let isSilent = false;
  const host = await startHttp((_request, response) => {
    const { child } = ffmpeg(camera('-f', 'mpegts', 'pipe:1'));
    child.stdout?.on('data', (bytes: Buffer) => isSilent || response.write(bytes));
  });
  const pulled = pull(`http://${host}/live.ts`);
  await pulled.untilBytes();
  isSilent = true;
  await pulled.untilFault('ended');
  expect(pulled.feed.losses).toBe(1);
}, 60_000);

/** A camera that ffmpeg publishes to at /live. @returns it, once it may be played */
async function startRtsp(options: RtspServerOptions = {}, audio?: string[], video?: string[]): Promise<RtspServer> {
  const server = await RtspServer.start(options);
  onTestFinished(() => server.stop());
  publish(server, audio, video);
  await until('the camera films', () => server.has('/live'), { timeoutMs: 30_000 });
  return server;
}

const publish = (server: RtspServer, audio = ['aac'], video: string[] = []) =>
  ffmpeg([
    ...['-re', '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'],
    ...camera(
      ...(video.length > 0 ? ['-c:v', ...video] : []),
      '-c:a',
      ...audio,
      '-f',
      'rtsp',
      '-rtsp_transport',
      'tcp',
      `rtsp://${server.host}/live`,
    ),
  ]);

/** The first program that Sightline's own muxer makes has its video here. */
const videoPid = 0x100;

const user = { name: 'root', password: 'p@ss:word/' };
const coded = 'root:p%40ss%3Aword%2F';

test('an RTSP camera with Digest is shown and heard, is lost with it, and is back by itself', async () => {
  const server = await startRtsp({ user });
  const pulled = pull(`rtsp://${coded}@${server.host}/live`);
  await pulled.untilBytes();
  const times = { video: [] as number[], audio: [] as number[] };
  const demuxer = new MpegTsDemuxer({
    onProgram: () => undefined,
    onPesPacket: ({ pid, pts }) => times[pid === videoPid ? 'video' : 'audio'].push(pts),
  });
  pulled.listen((bytes) => demuxer.addBytes(bytes));
  await until('video and audio arrive', () => times.video.length > 20 && times.audio.length > 20, {
    timeoutMs: 30_000,
  });
  // 25 frames a second, and 1,024 samples of 48 kHz, in ticks of 90 kHz.
  for (const [media, ticks] of [
    ['video', 3_600],
    ['audio', 1_920],
  ] as const) {
    const steps = times[media].slice(1).map((time, index) => time - (times[media][index] ?? 0));
    expect(steps.filter((step) => Math.abs(step - ticks) <= 2).length / steps.length, media).toBeGreaterThan(0.9);
  }
  expect(pulled.fault()).toBeUndefined();
  expect(server.plays).toBe(1);
  stopFfmpegs();
  await until('the camera is lost', () => pulled.feed.losses === 1, { timeoutMs: 30_000 });
  publish(server);
  await pulled.untilBytes();
  expect(pulled.logged()).not.toContain('p@ss');
}, 120_000);

test.each([
  ['G.711', ['pcm_mulaw', '-ar', '8000', '-ac', '1']],
  ['16 bits', ['pcm_s16be', '-ar', '44100', '-ac', '2']],
])(
  'sound of %s becomes AAC',
  async (_name, audio) => {
    const server = await startRtsp({}, audio);
    const pulled = pull(`rtsp://${server.host}/live`);
    const times: number[] = [];
    const demuxer = new MpegTsDemuxer({
      onProgram: () => undefined,
      onPesPacket: ({ pid, pts, data }) => {
        if (pid === videoPid) return;
        // ADTS, MPEG-4, LC of 48 kHz and two channels.
        expect(data.subarray(0, 4).toString('hex')).toMatch(/^fff14c8/);
        times.push(pts);
      },
    });
    pulled.listen((bytes) => demuxer.addBytes(bytes));
    await until('audio arrives', () => times.length > 40, { timeoutMs: 30_000 });
    const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(steps.filter((step) => Math.abs(step - 1_920) <= 2).length / steps.length).toBeGreaterThan(0.9);
  },
  60_000,
);

test('MJPEG becomes H.264 with a keyframe a second, and a try names it', async () => {
  const server = await startRtsp(
    {},
    ['aac'],
    ['mjpeg', '-huffman', 'default', '-force_duplicated_matrix', '1', '-pix_fmt', 'yuvj420p'],
  );
  const address = `rtsp://${server.host}/live`;
  const pulled = pull(address);
  const times: number[] = [];
  const keyTimes: number[] = [];
  const demuxer = new MpegTsDemuxer({
    onProgram: () => undefined,
    onPesPacket: ({ pid, pts, data }) => {
      if (pid !== videoPid) return;
      times.push(pts);
      if (splitAnnexB(data).some((nal) => nalTypeOf(nal) === nalType.sps)) keyTimes.push(pts);
    },
  });
  pulled.listen((bytes) => demuxer.addBytes(bytes));
  const found = await tryOut(address);
  expect(found).toMatchObject({
    fault: null,
    // RTP counts blocks of 8 pixels.
    video: { codec: 'mjpeg', width: 320, height: 184 },
    audio: { codec: 'aac' },
    picture: expect.any(String),
  });
  await until('three keyframes arrive', () => keyTimes.length >= 3, { timeoutMs: 30_000 });
  expect(pulled.encodedVideo()).toBe('mjpeg');
  // A busy machine leaves out pictures, and the times of the others stay.
  const steps = (all: number[]) => all.slice(1).map((time, index) => ticksBetween(all[index] ?? 0, time));
  for (const step of steps(times)) expect(step).toBeGreaterThan(1_800);
  for (const step of steps(keyTimes)) expect(step).toBeGreaterThanOrEqual(90_000);
}, 90_000);

test('an RTSP password that is refused is tried once', async () => {
  const server = await startRtsp({ user });
  const pulled = pull(`rtsp://root:wrong@${server.host}/live`);
  await pulled.untilFault('unauthorized');
  const other = pull(`rtsp://${coded}@${server.host}/nothing`);
  await other.untilFault('not_found');
  const without = pull(`rtsp://${server.host}/live`);
  await without.untilFault('unauthorized');
  expect(server.refusals).toBe(1);
}, 60_000);

const tryOut = (address: string) =>
  tryPull({
    kind: 'pull_try',
    source: { kind: 'pull', address, networks: { reaches: [], named: ['127.0.0.0/8'] }, ownServices: [] },
    limits: { maxSidePixels: 4_096, maxFps: 120, maxBitrateKbps: 60_000 },
  });

test('a try says what a camera is, with a picture, or why it does not come', async () => {
  const server = await startRtsp({ user });
  const found = await tryOut(`rtsp://${coded}@${server.host}/live`);
  expect(found).toMatchObject({
    fault: null,
    video: { codec: 'h264', width: expect.any(Number), height: expect.any(Number), fps: expect.any(Number) },
    audio: { codec: 'aac', sampleRateHz: 48_000 },
  });
  expect(found.video?.fps).toBeGreaterThan(20);
  expect(found.video?.fps).toBeLessThan(30);
  // The beginning of a JPEG.
  expect(
    Buffer.from(found.picture ?? '', 'base64')
      .subarray(0, 3)
      .toString('hex'),
  ).toBe('ffd8ff');
  expect(server.plays).toBe(1);
  expect(await tryOut(`rtsp://root:wrong@${server.host}/live`)).toMatchObject({ fault: 'unauthorized', picture: null });
  expect(server.refusals).toBe(1);
}, 90_000);

test('a redirect of an RTSP server leads nowhere', async () => {
  let tries = 0;
  const inside = createTcpServer(() => tries++);
  inside.listen(0, '127.0.0.1');
  await once(inside, 'listening');
  onTestFinished(() => void inside.close());
  const location = `rtsp://127.0.0.1:${(inside.address() as AddressInfo).port}/live`;
  const server = await startRtsp({
    answer: ({ method, headers }) =>
      method === 'DESCRIBE'
        ? `RTSP/1.0 302 Moved\r\nCSeq: ${headers.get('cseq')}\r\nLocation: ${location}\r\n\r\n`
        : undefined,
  });
  await pull(`rtsp://${server.host}/live`).untilFault('refused');
  expect(tries).toBe(0);
}, 60_000);
