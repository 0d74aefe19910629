import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFindings as readStored } from '@/lib/contracts/catalogue/found-problem';
import { db } from '@/lib/platform/db/db';
import { rotateKey } from '@/lib/use-cases/streams/stream-keys';
import { updateStream } from '@/lib/use-cases/streams/update-stream';
import type { Stream } from '@/prisma/generated/client';
import { makeMember } from '../../support/api/factories';
import { ffmpeg, stopFfmpegs } from '../../support/camera/ffmpeg';
import { copyGateway, type GatewayProcess, removeGateway, startGateway } from '../../support/gateway/gateway-process';
import { makeIdleStream, pressOff, pressOn, readStream, untilStatus } from '../../support/gateway/reconciler';
import { type ImpairmentProxy, openImpairmentProxy } from '../../support/network/impairment-proxy';
import { until } from '../../support/until';

const linkKbps = 520;
const passphrase = 'correct-horse_battery.9';
const video = ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25'];
const audio = (expression: string) => ['-f', 'lavfi', '-i', `aevalsrc=${expression}:s=48000`];
const tone = audio('0.1*sin(2*PI*997*t)|0.1*sin(2*PI*997*t)');
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-b:v', '300k'];
const aac = ['-c:a', 'aac', '-b:a', '96k'];
const goodEncoder = [...video, ...tone, ...h264, '-bf', '0', '-g', '50', ...aac];

/** The media of each encoder. Problems that do not interfere share an encoder. */
const encoders = {
  healthy: goodEncoder,
  modern: [
    ...[...video, ...audio('4*sin(2*PI*997*t)|4*sin(2*PI*997*t)'), '-c:v', 'libx265', '-preset', 'ultrafast'],
    ...['-x265-params', 'log-level=none:keyint=125:min-keyint=125:scenecut=0:bframes=2', ...aac],
  ],
  uneven: [
    ...[...video, '-vf', "select='mod(n,5)',setpts=PTS*1.003", '-fps_mode', 'vfr'],
    ...[...h264, '-bf', '0', '-g', '40'],
  ],
  hasty: ['-readrate', '3', ...video.slice(1), ...tone, ...h264, '-bf', '0', '-g', '50', ...aac],
  distant: [...video, ...audio('0|0'), ...h264, '-b:v', '420k', '-bf', '0', '-g', '50', ...aac],
};
/** A machine busy with tests adds round trip time. */
const healthyLatencyMs = 800;
const paths = (): Partial<Record<Name, Path>> => ({
  healthy: { latencyMs: healthyLatencyMs },
  distant: { port: network.port },
});

type Name = keyof typeof encoders | 'lonely';

let gateway: GatewayProcess;
let network: ImpairmentProxy;
let streams: Record<Name, Stream>;

const cameras = new Map<Name, ReturnType<typeof ffmpeg>>();

interface Path {
  port?: number;
  latencyMs?: number;
  options?: string;
}

const address = (
  { streamKey }: Pick<Stream, 'streamKey'>,
  { port = gateway.ingestPort, latencyMs = 120, options = '' }: Path = {},
): string => `srt://127.0.0.1:${port}?mode=caller&latency=${latencyMs * 1000}&streamid=${streamKey}${options}`;

const sendAs = (name: keyof typeof encoders) =>
  ffmpeg([...encoders[name], '-f', 'mpegts', address(streams[name], paths()[name])]);

beforeAll(async () => {
  await copyGateway({ hasRealWorker: true });
  gateway = await startGateway({ GATEWAY_ID: 'gateway-a' });
  network = await openImpairmentProxy(gateway.ingestPort, { delayMs: 40, loss: 0.05, rateKbps: linkKbps });
  streams = {
    healthy: await makeIdleStream(),
    modern: await makeIdleStream(),
    uneven: await makeIdleStream(),
    hasty: await makeIdleStream(),
    distant: await makeIdleStream(),
    lonely: await makeIdleStream(),
  };
  await db().stream.update({ where: { id: streams.lonely.id }, data: { passphrase } });
  await db().stream.update({ where: { id: streams.healthy.id }, data: { latency: healthyLatencyMs } });
  const startCamera = async (name: keyof typeof encoders) => {
    const { id } = streams[name];
    await pressOn(id);
    await untilStatus(id, 'active', 40_000);
    cameras.set(name, sendAs(name));
  };
  await Promise.all((Object.keys(encoders) as (keyof typeof encoders)[]).map(startCamera));
}, 60_000);

afterAll(async () => {
  stopFfmpegs();
  network.close();
  gateway.child.kill('SIGTERM');
  await gateway.ended;
  await removeGateway();
});

const everFoundAtHealthy = new Set<string>();

/** The present findings of every stream. */
async function readFindings() {
  const rows = await db().stream.findMany({ select: { id: true, findings: true } });
  const findings = new Map(rows.map((row) => [row.id, readStored(row.findings)]));
  for (const { code } of findings.get(streams.healthy.id) ?? []) everFoundAtHealthy.add(code);
  return (name: Name) => findings.get(streams[name].id) ?? [];
}

/** Waits until a stream has all of these findings. */
async function untilFound(name: Name, codes: string[], timeoutMs = 40_000) {
  let seen: string[] = [];
  const find = async () => {
    const found = (await readFindings())(name).filter(({ code }) => codes.includes(code));
    seen = found.map(({ code }) => code);
    return found.length === codes.length && found;
  };
  return until(`the stream’s findings are ${codes.join(', ')}`, find, { timeoutMs }).catch((cause: unknown) => {
    throw new Error(`${cause}, found: ${seen}, the gateway's log: ${gateway.log().slice(-3_000)}`, { cause });
  });
}

/** An encoder that is refused once. */
const callOnce = (stream: Pick<Stream, 'streamKey'>, options = '', port?: number): Promise<number | null> =>
  ffmpeg([...video, ...h264, '-t', '5', '-f', 'mpegts', address(stream, { options, port })]).ended;

test('an encoder that calls a stream that is off is found until the stream is switched on', async () => {
  const { id } = streams.lonely;
  expect(await callOnce(streams.lonely)).not.toBe(0);
  const [finding] = await untilFound('lonely', ['refused_while_off']);
  expect(finding).toMatchObject({ severity: 'warning', settings: null, fix: expect.stringContaining('on') });
  await pressOn(id);
  expect((await readStream(id)).findings).toEqual([]);
});

test.concurrent('HEVC, B-frames, a long GOP, and audio at full scale', async () => {
  const found = await untilFound('modern', ['long_gop', 'hevc', 'b_frames', 'audio_clipping']);
  expect(found.find(({ code }) => code === 'long_gop')?.sentence).toContain('5.0 s');
});

test.concurrent('loss, a latency too low for the round trip, a bitrate near the link’s capacity, and silence', async () => {
  const found = await untilFound('distant', ['packet_loss', 'latency_too_low', 'bitrate_near_link', 'audio_silent']);
  const tooLow = found.find(({ code }) => code === 'latency_too_low');
  const latencyMs = Number(/\d+$/.exec(tooLow?.settings?.larix ?? '')?.[0]);
  // The link's queue adds to the delay.
  expect(latencyMs).toBeGreaterThanOrEqual(4 * 80);
  expect(tooLow?.settings?.obs).toContain(`&latency=${latencyMs * 1000} `);
});

test.concurrent('no audio, an uneven frame rate, and a drifting clock', async () => {
  const found = await untilFound('uneven', ['no_audio', 'variable_frame_rate', 'clock_drift']);
  expect(found.find(({ code }) => code === 'clock_drift')?.sentence).toContain('ppm too fast');
});

test.concurrent('a file that is read too fast', async () => {
  const [found] = await untilFound('hasty', ['faster_than_real_time']);
  expect(found?.sentence).toMatch(/^The encoder sends [1-3]\.\d× real time/);
  expect(found?.settings?.ffmpeg).toContain('-re');
});

test.concurrent('a second encoder of a camera that sends', async () => {
  await untilFound('hasty', ['faster_than_real_time']);
  expect(await callOnce(streams.hasty)).not.toBe(0);
  await untilFound('hasty', ['second_encoder', 'faster_than_real_time']);
});

test.concurrent('no encoder, and then each refusal, the latest alone', async () => {
  const { id, organizationId } = streams.lonely;
  const { actor } = await makeMember(organizationId, 'owner');
  await untilFound('lonely', ['no_encoder']);
  await callOnce({ streamKey: '' });
  await untilFound('lonely', ['no_stream_id']);
  await callOnce({ streamKey: 'whatever-the-device-had-before' });
  await untilFound('lonely', ['unknown_key']);
  await callOnce(streams.lonely, '', gateway.viewPort);
  await untilFound('lonely', ['view_port']);
  await callOnce({ streamKey: id });
  await untilFound('lonely', ['camera_id']);
  await callOnce(streams.lonely, `&passphrase=${passphrase}-not`);
  const [wrong] = await untilFound('lonely', ['wrong_passphrase']);
  expect(JSON.stringify(wrong)).not.toContain(passphrase);
  await callOnce(streams.lonely);
  await untilFound('lonely', ['no_passphrase']);
  const cutShort = { ...streams.lonely, streamKey: streams.lonely.streamKey.slice(0, -1) };
  await callOnce(cutShort, `&passphrase=${passphrase}`);
  const [mistyped] = await untilFound('lonely', ['mistyped_key']);
  expect(mistyped?.fix).toContain('whole ingest address');
  await rotateKey(actor, id);
  const callAgain = async () => {
    await callOnce(streams.lonely, `&passphrase=${passphrase}`);
    return (await readFindings())('lonely').some(({ code }) => code === 'wrong_key');
  };
  // Until the gateway hears of the new key it lets an encoder with the old one in, and then disconnects it.
  await until('the call is refused for its wrong key', callAgain, { timeoutMs: 40_000 });
  expect((await readFindings())('lonely')).toHaveLength(1);
  await updateStream(actor, id, { passphrase: null });
  await untilStatus(id, 'active', 20_000);
  await callOnce(await readStream(id), `&passphrase=${passphrase}`);
  await untilFound('lonely', ['unexpected_passphrase']);
});

test('a healthy camera has no findings', async () => {
  const live = await db().streamMetric.count({ where: { streamId: streams.healthy.id } });
  expect(live, 'seconds of it').toBeGreaterThan(15);
  expect([...everFoundAtHealthy]).toEqual([]);
});

test('a killed encoder that comes back is one alarm, and nothing else is found or remembered', async () => {
  const { id } = streams.healthy;
  cameras.get('healthy')?.child.kill('SIGKILL');
  await untilFound('healthy', ['camera_lost']);
  sendAs('healthy');
  const isBack = async () => (await readStream(id)).signal === 'live';
  await until('the camera is back', isBack, { timeoutMs: 40_000 });
  const seconds = () => db().streamMetric.count({ where: { streamId: id } });
  const atReturn = await seconds();
  await until('the camera has been back for six seconds', async () => (await seconds()) >= atReturn + 6, {
    timeoutMs: 40_000,
  });
  await readFindings();
  expect([...everFoundAtHealthy]).toEqual(['camera_lost']);
  const incidents = await db().streamIncident.findMany({ where: { streamId: id }, select: { code: true } });
  const codes = incidents.map(({ code }) => code).filter((code) => !code.startsWith('status_'));
  expect(codes.toSorted()).toEqual(['camera_back', 'camera_lost']);
});

test('a stream that is switched off has no findings', async () => {
  await pressOff(streams.modern.id);
  await untilStatus(streams.modern.id, 'stopped');
  expect((await readStream(streams.modern.id)).findings).toEqual([]);
});
