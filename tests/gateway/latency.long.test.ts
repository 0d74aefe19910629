import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LatencyChoice } from '@/lib/core/srt-latency';
import { db } from '@/lib/platform/db/db';
import { updateStream } from '@/lib/use-cases/streams/update-stream';
import type { Stream } from '@/prisma/generated/client';
import { makeMember } from '../support/api/factories';
import { camera, ffmpeg, stopFfmpegs } from '../support/camera/ffmpeg';
import { copyGateway, type GatewayProcess, removeGateway, startGateway } from '../support/gateway/gateway-process';
import { makeIdleStream, pressOn, readStream, untilStatus } from '../support/gateway/reconciler';
import { type ImpairmentProxy, openImpairmentProxy } from '../support/network/impairment-proxy';
import { until } from '../support/until';

let gateway: GatewayProcess;
let network: ImpairmentProxy;
let stream: Stream;

beforeAll(async () => {
  await copyGateway({ hasRealWorker: true });
  gateway = await startGateway({ GATEWAY_ID: 'gateway-a' });
  network = await openImpairmentProxy(gateway.ingestPort, { delayMs: 40 });
  stream = await makeIdleStream();
  await pressOn(stream.id);
  await untilStatus(stream.id, 'active', 30_000);
}, 60_000);

afterAll(async () => {
  stopFfmpegs();
  network.close();
  gateway.child.kill('SIGTERM');
  await gateway.ended;
  await removeGateway();
});

const connections = () => db().srtConnection.findMany({ where: { streamId: stream.id } });

const choose = async (latency: LatencyChoice) => {
  const { actor } = await makeMember(stream.organizationId, 'owner');
  return updateStream(actor, stream.id, { latency });
};

/** Connects an encoder, and takes it away once `seen` says so. @returns the latency that it and the worker agreed on */
async function connect(latencyMs: number | null, seen: () => Promise<unknown> = async () => true): Promise<unknown> {
  const latency = latencyMs === null ? '' : `&latency=${latencyMs * 1_000}`;
  const address = `srt://127.0.0.1:${network.port}?mode=caller&streamid=${stream.streamKey}${latency}`;
  const encoder = ffmpeg(camera('-f', 'mpegts', address));
  const [connection] = await until(
    'an encoder is connected',
    async () => (await connections()).length > 0 && connections(),
    { timeoutMs: 15_000 },
  );
  await until('the stream shows the sign to disconnect', seen, { timeoutMs: 30_000 });
  encoder.child.kill('SIGINT');
  await until('the encoder is gone', async () => (await connections()).length === 0, { timeoutMs: 15_000 });
  return connection?.receiveLatencyMs;
}

test('encoder and user decide the latency, from the next connection on and by one worker; Mobile goes by the link', async () => {
  const { podName } = await readStream(stream.id);
  expect(await connect(20)).toBe(20);
  expect(await connect(120)).toBe(120);
  expect(await connect(null)).toBe(120);
  await choose(250);
  const isMeasured = async () => (await readStream(stream.id)).rttMs !== null;
  expect(await connect(20, isMeasured)).toBe(250);
  const { rttMs } = await readStream(stream.id);
  expect(rttMs).toBeGreaterThanOrEqual(80);
  await choose('mobile');
  const agreedMs = await connect(20);
  expect(agreedMs).toBeGreaterThanOrEqual(4 * (rttMs ?? Number.NaN));
  expect(agreedMs).toBeLessThan(4 * (rttMs ?? Number.NaN) + 10);
  expect((await readStream(stream.id)).podName).toBe(podName);
});
