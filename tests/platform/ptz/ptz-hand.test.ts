import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PtzCommand } from '@/lib/contracts/ptz';
import { type PicturePoint, type PtzCalibration, turnTo } from '@/lib/core/ptz-centering';
import { visca } from '@/lib/core/visca';
import { PtzHand } from '@/lib/platform/ptz/ptz-hand';
import { ViscaPtz } from '@/lib/platform/ptz/visca-ptz';
import { FakeViscaCamera } from '../../support/ptz/fake-visca-camera';
import { until } from '../../support/until';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const move = (speeds: Partial<Record<'pan' | 'tilt' | 'zoom', number>>): PtzCommand => ({
  action: 'move',
  pan: 0,
  tilt: 0,
  zoom: 0,
  guard_held: false,
  ...speeds,
});
const stop: PtzCommand = { action: 'stop' };
const stopped = hex(visca.panTilt({ pan: 0, tilt: 0 }));

let fake: FakeViscaCamera;
let hand: PtzHand;
let opened = 0;
let learned: PtzCalibration | null = null;

beforeEach(async () => {
  fake = await FakeViscaCamera.open('visca_tcp');
  opened = 0;
  learned = null;
  hand = new PtzHand({
    open: (onEnd) => {
      opened++;
      const { protocol, host: address, port } = fake.control;
      return ViscaPtz.open({ protocol, address, port, onEnd });
    },
    onCalibrated: async (told) => {
      learned = told;
    },
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await hand.close();
  await fake.close();
});

const drives = () => fake.commands.filter((one) => one.startsWith('81010601'));

test('repeats of a move prolong it, and are not sent each', async () => {
  await Promise.all(Array.from({ length: 30 }, () => hand.perform(move({ pan: 1 }), 'a')));
  expect(drives().filter((one) => one !== stopped)).toEqual([hex(visca.panTilt({ pan: 1, tilt: 0 }))]);
});

test('of many moves at once, the camera gets the first and the newest, and not all between', async () => {
  const pans = Array.from({ length: 20 }, (_, index) => (index + 1) / 20);
  await Promise.all(pans.map((pan) => hand.perform(move({ pan }), 'a')));
  const moves = drives().filter((one) => one !== stopped);
  expect(moves.at(-1)).toBe(hex(visca.panTilt({ pan: 1, tilt: 0 })));
  expect(moves.length).toBeLessThan(10);
});

test('a stop goes past moves that wait, and none of them follows', async () => {
  const moves = Array.from({ length: 20 }, (_, index) => hand.perform(move({ tilt: (index + 1) / 20 }), 'a'));
  await Promise.all([...moves, hand.perform(stop, 'b')]);
  await until('the stop came twice', () => fake.heard.filter(({ hex }) => hex === stopped).length >= 2);
  expect(drives().at(-1)).toBe(stopped);
});

test('the same push turns slower at the long end, once the camera has said its zoom', async () => {
  fake.quirks.zoomPosition = 0x4000;
  await hand.perform(move({ pan: 1 }), 'a');
  const slow = hex(visca.panTilt({ pan: 1, tilt: 0 }, 1));
  await until('it turns slowly', async () => {
    await hand.perform(move({ pan: 1 }), 'a');
    return drives().at(-1) === slow;
  });
});

test('zoom and pan go on by themselves', async () => {
  await hand.perform(move({ zoom: 1 }), 'a');
  await hand.perform(move({ zoom: 1, pan: -1 }), 'a');
  expect(fake.commands).toContain(hex(visca.zoom(1)));
  expect(drives()).toContain(hex(visca.panTilt({ pan: -1, tilt: 0 })));
});

test('a camera that has restarted is connected again', async () => {
  await hand.perform(stop, 'a');
  fake.dropConnections();
  await until('it obeys again', () =>
    hand.perform(stop, 'a').then(
      () => opened > 1,
      () => false,
    ),
  );
});

test('closing stops a camera that moves, and leaves one that stands', async () => {
  await hand.perform(move({ pan: 1 }), 'a');
  await hand.close();
  expect(drives().at(-1)).toBe(stopped);
});

const center = ({ x, y }: PicturePoint): PtzCommand => ({ action: 'center', x, y, guard_held: false });

test('a point comes to the middle: at once, or of a camera with other motors at the second press', async () => {
  const unitsPerDegree = 51.2;
  const pulpit = turnTo({ x: 0.7, y: -0.3 }, 0);
  const now = performance.now.bind(performance);
  let skippedMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + skippedMs);
  const seen = () => {
    const { pan, tilt } = { pan: fake.turned.pan / unitsPerDegree, tilt: fake.turned.tilt / unitsPerDegree };
    const edge = { pan: turnTo({ x: 1, y: 0 }, 0).pan, tilt: turnTo({ x: 0, y: 1 }, 0).tilt };
    const part = (angle: number, of: number) => Math.tan((angle * Math.PI) / 180) / Math.tan((of * Math.PI) / 180);
    return { x: part(pulpit.pan - pan, edge.pan), y: part(pulpit.tilt - tilt, edge.tilt) };
  };
  await hand.perform(center(seen()), 'a');
  expect(seen().x).toBeGreaterThan(0.4);
  expect(learned).toBeNull();
  skippedMs += 3_000;
  await hand.perform(center(seen()), 'a');
  expect(Math.hypot(seen().x, seen().y)).toBeLessThan(0.05);
  expect(learned).toEqual([expect.closeTo(unitsPerDegree, -1), null, null, null]);
});

test('a point is not turned to the middle while somebody else moves the camera', async () => {
  await hand.perform(move({ pan: 1 }), 'a');
  await expect(hand.perform(center({ x: 1, y: 0 }), 'b')).rejects.toMatchObject({ code: 'conflict' });
  expect(fake.turned).toEqual({ pan: 0, tilt: 0 });
});
