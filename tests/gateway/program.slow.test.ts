import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '@/lib/core/id';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { newStreamKey } from '@/lib/use-cases/streams/stream-keys';
import type { Stream } from '@/prisma/generated/client';
import { readProgramEvents } from '@/server/gateway/programs/read-program-events';
import { copyGateway, type GatewayProcess, removeGateway, startGateway } from '../support/gateway/gateway-process';
import { makeIdleStream, pressOn, readStream } from '../support/gateway/reconciler';
import { until } from '../support/until';

let gateway: GatewayProcess;
let cameras: Stream[];
let program: Stream;

beforeAll(async () => {
  await copyGateway({ hasRealWorker: true });
  gateway = await startGateway({ GATEWAY_ID: 'gateway-program' });
  program = await makeIdleStream();
  await db().stream.update({ where: { id: program.id }, data: { sourceKind: 'program' } });
  const { organizationId, eventId } = program;
  const makeCamera = (name: string) => {
    const id = newId();
    const identity = { streamKey: newStreamKey(), participantIdentity: `camera-${id}` };
    return db().stream.create({ data: { id, organizationId, eventId, name, sourceKind: 'test', ...identity } });
  };
  cameras = [await makeCamera('Stage'), await makeCamera('Jib')];
}, 60_000);

afterAll(async () => {
  gateway.child.kill('SIGTERM');
  await gateway.ended;
  await removeGateway();
});

/** Puts a camera on air, as a switcher's report does. */
async function cutTo(streamId: string): Promise<void> {
  const { organizationId, eventId } = program;
  await db().tallyChange.create({
    data: { id: newId(), organizationId, eventId, programIds: [streamId, program.id], previewIds: [] },
  });
  await openBus().publish({ type: 'tally_upsert', organizationId, eventId });
}

const cutsTo = (streamId: string): number =>
  gateway
    .log()
    .split('\n')
    .filter((line) => line.includes('program: cut') && line.includes(`"cameraId":"${streamId}"`)).length;

test('a program is live without a camera, and cuts to each camera that the tally puts on air', async () => {
  const isLive = async (id: string) => (await readStream(id)).signal === 'live';
  try {
    await pressOn(program.id);
    await until('the program is live', () => isLive(program.id), { timeoutMs: 60_000 });
    for (const { id } of cameras) {
      await pressOn(id);
      await until('the camera is live', () => isLive(id), { timeoutMs: 60_000 });
    }
    await db().tallySource.create({
      data: {
        id: newId(),
        organizationId: program.organizationId,
        eventId: program.eventId,
        name: 'Mixer',
        delayMs: 200,
      },
    });
    const event = (await readProgramEvents([program.eventId])).get(program.eventId);
    expect(event?.switcherDelayMs).toBe(200);
    for (const { id } of cameras) {
      await cutTo(id);
      await until('the program shows the camera', () => cutsTo(id) > 0, { timeoutMs: 30_000 });
    }
    expect(await isLive(program.id)).toBe(true);
  } catch (cause) {
    throw new Error(`gateway: ${gateway.log().slice(-4_000)}`, { cause });
  }
}, 180_000);
