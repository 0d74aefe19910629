import { afterAll, beforeAll, expect, test } from 'vitest';
import { findingSchema } from '@/lib/contracts/streams';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { rotateKey } from '@/lib/streams/rotate-key';
import { updateStream } from '@/lib/streams/update-stream';
import type { Stream } from '@/prisma/generated/client';
import { ffmpeg, stopFfmpegs } from '../../support/camera/ffmpeg';
import { bundleGateway, type GatewayProcess, removeBundle, startGateway } from '../../support/gateway/gateway-process';
import { makeIdleStream, pressOff, pressOn, readStream, untilStatus } from '../../support/gateway/reconciler';
import { type ImpairmentProxy, openImpairmentProxy } from '../../support/network/impairment-proxy';
import { until } from '../../support/until';

const linkKbps = 520;
const passphrase = 'correct-horse_battery.9';
const picture = ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25'];
const sound = (expression: string) => ['-f', 'lavfi', '-i', `aevalsrc=${expression}:s=48000`];
const tone = sound('0.1*sin(2*PI*997*t)|0.1*sin(2*PI*997*t)');
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-b:v', '300k'];
const aac = ['-c:a', 'aac', '-b:a', '96k'];
const goodEncoder = [...picture, ...tone, ...h264, '-bf', '0', '-g', '50', ...aac];

/** What each encoder sends; faults that do not disturb each other share one. */
const encoders = {
  healthy: goodEncoder,
  modern: [
    ...[...picture, ...sound('4*sin(2*PI*997*t)|4*sin(2*PI*997*t)'), '-c:v', 'libx265', '-preset', 'ultrafast'],
    ...['-x265-params', 'log-level=none:keyint=125:min-keyint=125:scenecut=0:bframes=2', ...aac],
  ],
  uneven: [
    ...[...picture, '-vf', "select='mod(n,5)',setpts=PTS*1.003", '-fps_mode', 'vfr'],
    ...[...h264, '-bf', '0', '-g', '40'],
  ],
  distant: [...picture, ...sound('0|0'), ...h264, '-b:v', '420k', '-bf', '0', '-g', '50', ...aac],
};
/** A machine that is busy with tests has round trips of its own, so the healthy camera has time for them. */
const ways = (): Partial<Record<Name, Way>> => ({ healthy: { latencyMs: 800 }, distant: { port: network.port } });

type Name = keyof typeof encoders | 'lonely';

let gateway: GatewayProcess;
let network: ImpairmentProxy;
let streams: Record<Name, Stream>;

interface Way {
  port?: number;
  latencyMs?: number;
  options?: string;
}

const address = (stream: Stream, { port = gateway.ingestPort, latencyMs = 120, options = '' }: Way = {}): string =>
  `srt://127.0.0.1:${port}?mode=caller&latency=${latencyMs * 1000}&streamid=${stream.streamKey}${options}`;

beforeAll(async () => {
  await bundleGateway({ hasRealWorker: true });
  gateway = await startGateway({ GATEWAY_ID: 'gateway-a' });
  network = await openImpairmentProxy(gateway.ingestPort, { delayMs: 40, loss: 0.05, rateKbps: linkKbps });
  streams = {
    healthy: await makeIdleStream(),
    modern: await makeIdleStream(),
    uneven: await makeIdleStream(),
    distant: await makeIdleStream(),
    lonely: await makeIdleStream(),
  };
  await db().stream.update({ where: { id: streams.lonely.id }, data: { passphrase } });
  const startCamera = async (name: keyof typeof encoders) => {
    const { id } = streams[name];
    await pressOn(id);
    await untilStatus(id, 'active', 40_000);
    ffmpeg([...encoders[name], '-f', 'mpegts', address(streams[name], ways()[name])]);
  };
  await Promise.all((Object.keys(encoders) as (keyof typeof encoders)[]).map(startCamera));
}, 60_000);

afterAll(async () => {
  stopFfmpegs();
  network.close();
  gateway.child.kill('SIGTERM');
  await gateway.ended;
  await removeBundle();
});

const everFoundAtHealthy = new Set<string>();

/** What is found of every stream now. */
async function readFindings() {
  const rows = await db().stream.findMany({ select: { id: true, findings: true } });
  const findings = new Map(rows.map((row) => [row.id, findingSchema.array().parse(row.findings)]));
  for (const { code } of findings.get(streams.healthy.id) ?? []) everFoundAtHealthy.add(code);
  return (name: Name) => findings.get(streams[name].id) ?? [];
}

/** Waits until all of these are found of a stream, and gives them. */
async function untilFound(name: Name, codes: string[], timeoutMs = 40_000) {
  let seen: string[] = [];
  const find = async () => {
    const found = (await readFindings())(name).filter(({ code }) => codes.includes(code));
    seen = found.map(({ code }) => code);
    return found.length === codes.length && found;
  };
  return until(find, { timeoutMs, what: codes.join(', ') }).catch((cause: unknown) => {
    throw new Error(`${cause}, found: ${seen}, the gateway said: ${gateway.log().slice(-3_000)}`, { cause });
  });
}

/** An encoder that is refused once. */
const callInVain = (stream: Stream, options = ''): Promise<number | null> =>
  ffmpeg([...picture, ...h264, '-t', '5', '-f', 'mpegts', address(stream, { options })]).ended;

test('an encoder that tries while the stream is off, until it is switched on', async () => {
  const { id } = streams.lonely;
  expect(await callInVain(streams.lonely)).not.toBe(0);
  const [finding] = await untilFound('lonely', ['refused_while_off']);
  expect(finding).toMatchObject({ severity: 'warning', settings: null, fix: expect.stringContaining('on') });
  await pressOn(id);
  expect((await readStream(id)).findings).toEqual([]);
});

test.concurrent('HEVC, B-frames, a long GOP, and sound at full scale', async () => {
  const found = await untilFound('modern', ['long_gop', 'hevc', 'b_frames', 'audio_clipping']);
  expect(found.find(({ code }) => code === 'long_gop')?.sentence).toContain('5.0 s');
});

test.concurrent('loss, a latency too low for the round trip, a bitrate near what the link carries, and silence', async () => {
  const found = await untilFound('distant', ['packet_loss', 'latency_too_low', 'bitrate_near_link', 'audio_silent']);
  const tooLow = found.find(({ code }) => code === 'latency_too_low');
  const latencyMs = Number(/\d+$/.exec(tooLow?.settings?.larix ?? '')?.[0]);
  // The link's queue comes on top of the delay.
  expect(latencyMs).toBeGreaterThanOrEqual(4 * 80);
  expect(tooLow?.settings?.obs).toContain(`&latency=${latencyMs * 1000} `);
});

test.concurrent('no sound, an uneven frame rate, and a clock that is off', async () => {
  const found = await untilFound('uneven', ['no_audio', 'variable_frame_rate', 'clock_drift']);
  expect(found.find(({ code }) => code === 'clock_drift')?.sentence).toContain('ppm too fast');
});

test.concurrent('no encoder, and then each way of not being let in, the latest alone', async () => {
  const { id, organizationId } = streams.lonely;
  const actor = {
    organizationId,
    userId: newId(),
    authSessionId: newId(),
    authSessionExpiresAt: new Date(),
    role: 'owner',
  } as const;
  await untilFound('lonely', ['no_encoder']);
  await callInVain(streams.lonely, `&passphrase=${passphrase}-not`);
  const [wrong] = await untilFound('lonely', ['wrong_passphrase']);
  expect(JSON.stringify(wrong)).not.toContain(passphrase);
  await callInVain(streams.lonely);
  await untilFound('lonely', ['no_passphrase']);
  const cutShort = { ...streams.lonely, streamKey: streams.lonely.streamKey.slice(0, -1) };
  await callInVain(cutShort, `&passphrase=${passphrase}`);
  const [mistyped] = await untilFound('lonely', ['mistyped_key']);
  expect(mistyped?.fix).toContain('cut short');
  await rotateKey(actor, id);
  await callInVain(streams.lonely, `&passphrase=${passphrase}`);
  await untilFound('lonely', ['wrong_key']);
  expect((await readFindings())('lonely')).toHaveLength(1);
  await updateStream(actor, id, { passphrase: null });
  await untilStatus(id, 'active', 20_000);
  await callInVain(await readStream(id), `&passphrase=${passphrase}`);
  await untilFound('lonely', ['unexpected_passphrase']);
});

test('nothing of a healthy camera', async () => {
  const live = await db().streamMetric.count({ where: { streamId: streams.healthy.id } });
  expect(live, 'seconds of it').toBeGreaterThan(15);
  expect([...everFoundAtHealthy]).toEqual([]);
});

test('a stream that is switched off has none', async () => {
  await pressOff(streams.modern.id);
  await untilStatus(streams.modern.id, 'stopped');
  expect((await readStream(streams.modern.id)).findings).toEqual([]);
});
