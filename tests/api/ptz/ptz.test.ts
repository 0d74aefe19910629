import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { POST as command } from '@/app/api/v1/streams/[id]/ptz/route';
import { PATCH as updateStream } from '@/app/api/v1/streams/[id]/route';
import { PUT as report } from '@/app/api/v1/tally_sources/[id]/report/route';
import { type PtzCommand, type PtzControlInput, storedPtzSchema } from '@/lib/contracts/ptz';
import type { ViscaProtocol } from '@/lib/contracts/ptz-protocols';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { visca } from '@/lib/core/visca';
import type { PtzOrder } from '@/lib/platform/bus/bus';
import { db } from '@/lib/platform/db/db';
import { PtzDesk, ptzDesk } from '@/lib/use-cases/ptz/ptz-desk';
import { createTallySource, updateTallySource } from '@/lib/use-cases/tally/tally-sources';
import type { Stream } from '@/prisma/generated/client';
import { openPtz } from '@/server/web/ptz/open-ptz';
import { call } from '../../support/api/api';
import { makeColleague, makeStream, makeUser, type SignedInUser } from '../../support/api/factories';
import { FakeOnvifCamera } from '../../support/ptz/fake-onvif-camera';
import { FakeViscaCamera } from '../../support/ptz/fake-visca-camera';
import { until } from '../../support/until';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const right = hex(visca.panTilt({ pan: 1, tilt: 0 }));
const stopped = hex(visca.panTilt({ pan: 0, tilt: 0 }));
const zoomStopped = hex(visca.zoom(0));
const toTheRight = { action: 'move', pan: 1 };

let user: SignedInUser;
let stream: Stream;
let camera: FakeViscaCamera;
const closing: (() => Promise<void>)[] = [];

beforeEach(async () => {
  user = await makeUser();
  stream = await makeStream(user.actor);
  camera = await openCamera('visca_raw_udp');
  expect((await setUp(camera.control)).status).toBe(200);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await ptzDesk().letGo();
  for (const close of closing.splice(0).reverse()) await close();
});

async function openCamera(protocol: ViscaProtocol): Promise<FakeViscaCamera> {
  const opened = await FakeViscaCamera.open(protocol);
  closing.push(() => opened.close());
  return opened;
}

const setUp = (ptz: PtzControlInput | null) =>
  call(updateStream, { method: 'PATCH', token: user.token, params: { id: stream.id }, body: { stream: { ptz } } });

const send = (ptz: object, token = user.token) =>
  call(command, { method: 'POST', token, params: { id: stream.id }, body: { ptz } });

const shownPtz = async () => {
  const { body } = await call(updateStream, {
    method: 'PATCH',
    token: user.token,
    params: { id: stream.id },
    body: { stream: { name: 'Camera' } },
  });
  return (body as { data: MemberStreamJson }).data.attributes.ptz;
};

/** How often the camera was told to stop panning and tilting. */
const stops = (): number => camera.heard.filter(({ hex }) => hex === stopped).length;

test('commands reach the camera, and presets keep their names', async () => {
  for (const ptz of [
    { action: 'home' },
    { action: 'store', preset: 2, name: 'Pulpit' },
    { action: 'store', preset: 1 },
    { action: 'recall', preset: 2 },
  ]) {
    expect(await send(ptz)).toMatchObject({ status: 204 });
  }
  expect(camera.commands).toEqual([visca.home(), visca.store(2), visca.store(1), visca.recall(2)].map(hex));
  const presets = [
    { number: 1, name: 'Preset 1' },
    { number: 2, name: 'Pulpit' },
  ];
  expect(await shownPtz()).toEqual({ ...camera.control, presets });
  expect((await send({ action: 'clear', preset: 1 })).status).toBe(204);
  expect(await shownPtz()).toMatchObject({ presets: [presets[1]] });
});

test('what double clicks tell of a camera is kept, not shown, and forgotten with its address', async () => {
  const now = performance.now.bind(performance);
  let skippedMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + skippedMs);
  const calibration = async () => {
    const { ptz } = await db().stream.findUniqueOrThrow({ where: { id: stream.id } });
    return storedPtzSchema.parse(ptz)?.calibration;
  };
  expect(await send({ action: 'center', x: 0.8, y: -0.4 })).toMatchObject({ status: 204 });
  skippedMs += 3_000;
  expect((await send({ action: 'center', x: 0.4, y: -0.2 })).status).toBe(204);
  const learned = await calibration();
  expect(learned?.[0]).toBeGreaterThan(20);
  expect(camera.turned.pan).toBeGreaterThan(0);
  expect(camera.turned.tilt).toBeLessThan(0);
  // A connection of its own begins with what was kept.
  await ptzDesk().letGo();
  const before = camera.turned.pan;
  expect((await send({ action: 'center', x: 1, y: 0 })).status).toBe(204);
  expect(camera.turned.pan - before).toBe(Math.round(30 * (learned?.[0] ?? 0)));
  expect((await send({ action: 'store', preset: 1 })).status).toBe(204);
  expect(await calibration()).toEqual(learned);
  expect(await shownPtz()).not.toHaveProperty('calibration');
  await setUp(camera.control);
  expect(await calibration()).toBeUndefined();
  expect(await send({ action: 'center', x: 1.5, y: 0 })).toMatchObject({ status: 422 });
});

test('a move whose page is gone ends by itself, with a stop that is sent twice', async () => {
  expect((await send(toTheRight)).status).toBe(204);
  await until('the camera was stopped twice', () => stops() >= 2);
  const [first, ...then] = camera.heard.map(({ hex }) => hex).filter((one) => one !== zoomStopped);
  expect(first).toBe(right);
  expect(then.every((one) => one === stopped)).toBe(true);
});

test('a stop is sent at once, and again', async () => {
  expect((await send(toTheRight)).status).toBe(204);
  expect((await send({ action: 'stop' })).status).toBe(204);
  expect(stops()).toBeGreaterThan(0);
  await until('the stop came again', () => stops() >= 2);
});

test('one person moves a camera at a time, and anybody may stop it', async () => {
  const colleague = await makeColleague(user.actor, 'member');
  // A move ends after 400 ms, which a busy machine may take for an answer.
  const refused = await until('the colleague is refused', async () => {
    await send(toTheRight);
    const answer = await send({ action: 'move', pan: -1 }, colleague.token);
    return answer.status === 409 && answer;
  });
  expect(refused).toMatchObject({ body: { error: { message: 'Somebody else is moving this camera.' } } });
  expect((await send({ action: 'stop' }, colleague.token)).status).toBe(204);
  expect((await send({ action: 'move', tilt: 1 }, colleague.token)).status).toBe(204);
});

describe('a camera on air', () => {
  beforeEach(async () => {
    const { id } = await createTallySource(user.actor, stream.eventId, { name: 'Switcher', match_by: 'name' });
    await updateTallySource(user.actor, id, { mapping: { Cam: stream.id } });
    const tally = { inputs: [{ number: 1, name: 'Cam', program: true }], valid_for_ms: 60_000 };
    const answer = await call(report, { method: 'PUT', token: user.token, params: { id }, body: { tally } });
    expect(answer.status).toBe(204);
  });

  test.each<object>([
    toTheRight,
    { action: 'center', x: 0.5, y: 0 },
    { action: 'home' },
    { action: 'recall', preset: 1 },
  ])('takes %j only with the guard key', async (ptz) => {
    const refused = await send(ptz);
    const message = 'This camera is on air. Hold Shift to move it.';
    expect(refused).toMatchObject({ status: 409, body: { error: { message } } });
    expect(camera.heard).toEqual([]);
    expect((await send({ ...ptz, guard_held: true })).status).toBe(204);
    expect(camera.heard).not.toEqual([]);
  });

  test('stops in any case', async () => {
    expect((await send({ action: 'stop' })).status).toBe(204);
    expect(stops()).toBeGreaterThan(0);
  });
});

test('changes of the control are audited and commands are not', async () => {
  await send({ action: 'home' });
  await setUp(camera.control);
  expect((await setUp(null)).status).toBe(200);
  const entries = await db().auditEntry.findMany({ where: { thingId: stream.id, action: { not: 'streams.create' } } });
  expect(entries.map(({ action, detail }) => `${action} ${detail}`).sort()).toEqual([
    `streams.change_ptz to 127.9.0.1:${camera.control.port}`,
    'streams.change_ptz to none',
  ]);
  expect(await shownPtz()).toBeNull();
  const message = 'This camera has no PTZ control. Set one up in its connection details.';
  expect(await send({ action: 'home' })).toMatchObject({ status: 409, body: { error: { message } } });
});

describe('a camera that speaks ONVIF', () => {
  let onvif: FakeOnvifCamera;
  const row = () => db().stream.findUniqueOrThrow({ where: { id: stream.id } });
  const setUpOnvif = async (login?: PtzControlInput['login']) => setUp({ ...onvif.control, login });

  beforeEach(async () => {
    onvif = await FakeOnvifCamera.open();
    closing.push(() => onvif.close());
  });

  test('is moved by a login that is stored encrypted, and neither answered nor audited', async () => {
    const answer = await setUpOnvif(onvif.login);
    expect(answer.status).toBe(200);
    expect((await send({ action: 'home' })).status).toBe(204);
    expect(onvif.heard).toEqual(['GotoHomePosition']);
    const { ptz, ptzLogin } = await row();
    const entries = await db().auditEntry.findMany({ where: { thingId: stream.id } });
    expect(entries.map(({ action }) => action)).toContain('streams.change_ptz');
    for (const told of [answer, ptz, ptzLogin, entries, await shownPtz()]) {
      expect(JSON.stringify(told)).not.toMatch(/secret|director/);
    }
  });

  test('keeps its login while its address stays, and never takes it elsewhere', async () => {
    await setUpOnvif(onvif.login);
    const { ptzLogin } = await row();
    expect(ptzLogin).not.toBeNull();
    await setUpOnvif();
    expect((await row()).ptzLogin).toBe(ptzLogin);
    const other = await FakeOnvifCamera.open();
    closing.push(() => other.close());
    await setUp(other.control);
    expect((await row()).ptzLogin).toBeNull();
    const message = 'The camera refuses the user name or the password.';
    expect(await send({ action: 'home' })).toMatchObject({ status: 409, body: { error: { message } } });
    expect(other.received.join()).not.toContain('director');
  });

  test('obeys a login that was set right', async () => {
    await setUpOnvif({ username: 'director', password: 'wrong' });
    expect((await send({ action: 'home' })).status).toBe(409);
    await setUpOnvif(onvif.login);
    expect((await send({ action: 'home' })).status).toBe(204);
  });

  test('is refused at an address that nobody may reach, and at a port of other services', async () => {
    expect(await setUp({ ...onvif.control, host: '169.254.169.254' })).toMatchObject({ status: 422 });
    expect(await setUp({ ...onvif.control, port: 443 })).toMatchObject({ status: 422 });
  });
});

test('an address that nobody may reach is refused', async () => {
  const refused = await setUp({ ...camera.control, host: '169.254.169.254' });
  expect(refused).toMatchObject({
    status: 422,
    body: { error: { errors: { 'stream.ptz.host': [expect.stringContaining('may not reach')] } } },
  });
  const named = await setUp({ ...camera.control, host: 'no-such-host.invalid' });
  expect(named.status).toBe(200);
  expect(await send({ action: 'home' })).toMatchObject({ status: 409 });
});

test('a silent camera is named, and one that moves elsewhere is found', async () => {
  camera.quirks.isDeaf = true;
  const answer = await send({ action: 'home' });
  expect(answer).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringContaining('does not answer') } },
  });
  const other = await openCamera('visca_tcp');
  await setUp(other.control);
  expect((await send({ action: 'home' })).status).toBe(204);
  expect(other.commands).toEqual([hex(visca.home())]);
});

describe('with two web processes', () => {
  const orderOf = (command: PtzCommand): PtzOrder => ({
    streamId: stream.id,
    organizationId: user.actor.organizationId,
    control: camera.control,
    mover: user.actor.authSessionId,
    command,
  });
  const home: PtzCommand = { action: 'home', guard_held: false };
  const move: PtzCommand = { action: 'move', pan: 1, tilt: 0, zoom: 0, guard_held: false };

  /** A desk as a web process has it. */
  function openDesk() {
    const desk = new PtzDesk();
    const running = openPtz(desk);
    running.start();
    closing.push(() => running.stop());
    return { desk, running };
  }

  beforeEach(async () => {
    camera = await openCamera('visca_udp');
    await setUp(camera.control);
  });

  test('one of them is connected, and the other passes its orders on', async () => {
    const [one, other] = [openDesk(), openDesk()];
    await one.desk.perform(orderOf(home));
    // An order is lost until both listen to the bus.
    const recall = orderOf({ action: 'recall', preset: 3, guard_held: false });
    const isTaken = () =>
      other.desk.perform(recall).then(
        () => true,
        () => false,
      );
    await until('the order is passed on', isTaken, { timeoutMs: 15_000 });
    await one.desk.perform(orderOf(home));
    expect(camera.commands).toEqual([visca.home(), visca.recall(3), visca.home()].map(hex));
    expect(camera.resets).toBe(1);
    camera.quirks.refuses = true;
    const refusal = { code: 'conflict', message: 'The camera refuses: it cannot do that at the moment.' };
    await expect(other.desk.perform(orderOf(home))).rejects.toMatchObject(refusal);
  });

  test('one that stops has its cameras stop, and the other takes them', async () => {
    const [one, other] = [openDesk(), openDesk()];
    await one.desk.perform(orderOf(move));
    await one.running.stop();
    expect(stops()).toBeGreaterThan(0);
    await other.desk.perform(orderOf(home));
    expect(camera.commands.at(-1)).toBe(hex(visca.home()));
  });

  test('the camera of one that has died is stopped by the other', async () => {
    await db().ptzHold.create({ data: { streamId: stream.id, processId: 'killed', heldUntil: new Date() } });
    openDesk();
    await until('the camera was stopped', () => stops() >= 2);
  });
});
