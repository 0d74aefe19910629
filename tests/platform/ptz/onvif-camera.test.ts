import { afterEach, describe, expect, test } from 'vitest';
import type { PtzCommand } from '@/lib/contracts/ptz';
import { OnvifCamera } from '@/lib/platform/ptz/onvif-camera';
import { PtzHand } from '@/lib/platform/ptz/ptz-hand';
import { FakeOnvifCamera } from '../../support/ptz/fake-onvif-camera';
import { until } from '../../support/until';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A camera, and a hand that moves it. */
async function connect(
  quirks: Parameters<typeof FakeOnvifCamera.open>[0] = {},
  { password, answerTimeoutMs = 10_000 }: { password?: string; answerTimeoutMs?: number } = {},
) {
  const fake = await FakeOnvifCamera.open(quirks);
  const { host: address, port } = fake.control;
  const login = { username: fake.login.username, password: password ?? fake.login.password };
  const hand = new PtzHand({ open: () => OnvifCamera.open({ address, port, login, answerTimeoutMs }) });
  closing.push(async () => {
    await hand.close();
    await fake.close();
  });
  return { fake, perform: (command: PtzCommand) => hand.perform(command, 'a') };
}

const move = (speeds: object): PtzCommand =>
  Object.assign({ action: 'move' as const, pan: 0, tilt: 0, zoom: 0, guard_held: false }, speeds);
const act = (action: 'recall' | 'store' | 'clear', preset: number): PtzCommand => ({
  action,
  preset,
  guard_held: false,
});
const home: PtzCommand = { action: 'home', guard_held: false };

describe.each([
  ['a user name token', {}],
  ['a user name token by a clock that is an hour ahead', { clockAheadMs: 3_600_000 }],
  ['a user name token by a clock that was never set', { clockAheadMs: -20 * 365 * 86_400_000 }],
  ['HTTP digest authentication', { wantsDigest: true }],
])('a camera that wants %s', (_, quirks) => {
  test('is moved, and stopped by a stop that is sent twice', async () => {
    const { fake, perform } = await connect(quirks);
    await perform(move({ pan: 0.5, tilt: -1, zoom: 1 }));
    expect(fake.heard).toEqual(['ContinuousMove 0.5 -1 1']);
    await perform({ action: 'stop' });
    expect(fake.isMoving).toBe(false);
    await until('the stop came again', () => fake.heard.filter((one) => one === 'Stop').length >= 2);
  });

  test('is not told the password', async () => {
    const { fake, perform } = await connect(quirks);
    await perform(home);
    expect(fake.heard).toEqual(['GotoHomePosition']);
    expect(fake.received.join()).not.toContain('secret');
  });

  test('refuses another password', async () => {
    const { perform } = await connect(quirks, { password: 'wrong' });
    const message = 'The camera refuses the user name or the password.';
    await expect(perform(home)).rejects.toMatchObject({ code: 'conflict', message });
  });
});

test('a camera whose move nobody goes on with is stopped', async () => {
  const { fake, perform } = await connect();
  await perform(move({ pan: 1 }));
  await until('it stands', () => fake.heard.includes('Stop') && !fake.isMoving);
});

test('presets are stored, recalled and cleared by the names that they have there', async () => {
  const { fake, perform } = await connect();
  for (const command of [act('store', 7), act('recall', 7), act('store', 7), act('clear', 7)]) await perform(command);
  expect(fake.heard).toEqual(['SetPreset token-1', 'GotoPreset token-1', 'SetPreset token-1', 'RemovePreset token-1']);
  await expect(perform(act('recall', 7))).rejects.toMatchObject({ message: 'The camera has no preset 7.' });
  fake.presets.set('7', 'Entrance');
  await perform(act('recall', 7));
  expect(fake.heard.at(-1)).toBe('GotoPreset 7');
});

test('a camera without presets says so, and is moved all the same', async () => {
  const { fake, perform } = await connect({ hasNoPresets: true });
  const message = 'The camera refuses: Optional Action Not Implemented.';
  await expect(perform(act('recall', 1))).rejects.toMatchObject({ code: 'conflict', message });
  await perform(home);
  expect(fake.heard).toEqual(['GotoHomePosition']);
});

test('a point comes to the middle where the camera knows its field of view', async () => {
  const { fake, perform } = await connect();
  await perform({ action: 'center', x: 0.5, y: -0.25, guard_held: false });
  expect(fake.turned).toEqual({ x: 0.5, y: -0.25 });
  const other = await connect({ hasNoFieldOfView: true });
  const message = 'This camera cannot turn to a point by ONVIF. Drag instead.';
  const center = other.perform({ action: 'center', x: 0.5, y: 0, guard_held: false });
  await expect(center).rejects.toMatchObject({ code: 'conflict', message });
});

test('the same push turns slower at the long end', async () => {
  const { fake, perform } = await connect({ zoom: 1 });
  await until('it turns slowly', async () => {
    await perform(move({ pan: 1 }));
    return fake.heard.at(-1) === 'ContinuousMove 0.15 0 0';
  });
});

test('a camera that never answers is named', async () => {
  const { fake, perform } = await connect({ isDeaf: true }, { answerTimeoutMs: 300 });
  const message = `The camera does not answer at 127.9.0.1:${fake.control.port}. Check its address, and that ONVIF is on.`;
  await expect(perform(home)).rejects.toMatchObject({ code: 'conflict', message });
});
