import { afterAll, beforeAll, expect, test } from 'vitest';
import { minOf } from '@/lib/core/extremes';
import { db } from '@/lib/platform/db/db';
import type { Stream } from '@/prisma/generated/client';
import { copyGateway, type GatewayProcess, removeGateway, startGateway } from '../support/gateway/gateway-process';
import { makeIdleStream, pressOff, pressOn, readStream, untilStatus } from '../support/gateway/reconciler';
import { descendants } from '../support/product/processes';
import { RoomDecoder } from '../support/room/room-decoder';
import { RoomViewer } from '../support/room/room-viewer';
import { until } from '../support/until';

let gateway: GatewayProcess;
let stream: Stream;

beforeAll(async () => {
  await copyGateway({ hasRealWorker: true });
  gateway = await startGateway({ GATEWAY_ID: 'gateway-test-picture' });
  stream = await makeIdleStream();
  await db().stream.update({ where: { id: stream.id }, data: { sourceKind: 'test' } });
}, 60_000);

afterAll(async () => {
  gateway.child.kill('SIGTERM');
  await gateway.ended;
  await removeGateway();
});

test('a test picture is live with its barcode and its tone, comes back after a crash, and ends with Off', async () => {
  /** Joins the room until it has seen and heard the camera. @returns the ages of frames, in milliseconds */
  const watch = async (): Promise<number[]> => {
    const ages: number[] = [];
    let loudest = 0;
    const decoder = new RoomDecoder({
      onFrame: ({ ageMs }) => {
        if (ageMs !== null) ages.push(ageMs);
      },
      onAudio: ({ samples }) => {
        loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), loudest);
      },
    });
    const viewer = await RoomViewer.joinEvent(stream.eventId, { onRtp: (kind, packet) => decoder.push(kind, packet) });
    try {
      const hasBoth = () => ages.length > 30 && loudest > 0.05;
      await until('picture and tone arrive in the room', hasBoth, { timeoutMs: 60_000 });
      return ages;
    } finally {
      await viewer.close();
      decoder.close();
    }
  };
  const workers = () =>
    descendants(gateway.child.pid ?? 0).flatMap(({ command, pid }) =>
      command.includes(`worker-${stream.id.slice(-12)}-`) ? pid : [],
    );
  try {
    await pressOn(stream.id);
    const leastMs = minOf(await watch());
    expect(leastMs).toBeGreaterThanOrEqual(0);
    expect(leastMs).toBeLessThan(5_000);
    await until(
      'the camera is live by its own clock',
      async () => {
        const { signal, media } = await readStream(stream.id);
        return signal === 'live' && JSON.stringify(media).includes('"captureClock":"encoder"');
      },
      { timeoutMs: 30_000 },
    );
    const { podName } = await readStream(stream.id);
    for (const pid of workers()) process.kill(pid, 'SIGKILL');
    await until(
      'another worker is in the room',
      async () => {
        const now = await readStream(stream.id);
        return now.podName !== podName && now.status === 'active' && now.signal === 'live';
      },
      { timeoutMs: 30_000 },
    );
    await watch();
    await pressOff(stream.id);
    await untilStatus(stream.id, 'stopped', 30_000);
    expect(workers()).toEqual([]);
  } catch (cause) {
    throw new Error(`gateway: ${gateway.log().slice(-4_000)}`, { cause });
  }
}, 180_000);
