import { beforeEach, expect, test } from 'vitest';
import type { PtzCommand } from '@/lib/contracts/ptz';
import { NextPad } from './next-pad';

const buttons = Array.from({ length: 16 }, (_, index) => ({ pressed: index === 4 || index === 5 }));
/** A pad whose shoulders are pressed: they are the guard key where a person has chosen the camera. */
const pad = (pan: number) => ({ axes: [pan, 0, 0, 0], buttons });

let sent: PtzCommand[];
let next: NextPad;

beforeEach(() => {
  sent = [];
  next = new NextPad({ send: async (command) => sent.push(command), onFailure: () => undefined });
});

/** Lets the answers of the camera arrive. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a stick moves the camera, and never holds the guard key', async () => {
  next.follow(pad(0));
  next.follow(pad(1));
  await settled();
  expect(sent).toEqual([{ action: 'move', pan: 1, tilt: 0, zoom: 0, guard_held: false }]);
  next.follow(pad(0));
  await settled();
  expect(sent.at(-1)).toEqual({ action: 'stop' });
});

test('a stick that is held as the camera becomes next moves it only after it was at rest', async () => {
  next.follow(pad(1));
  await settled();
  expect(sent).toEqual([]);
  next.follow(pad(0));
  next.follow(pad(-1));
  await settled();
  expect(sent).toMatchObject([{ action: 'move', pan: -1 }]);
  next.stop();
});

test.each<[string, () => void]>([
  ['the camera is next no more', () => next.stop()],
  ['the gamepad is gone, or moves another camera', () => next.follow(null)],
])('the movement ends when %s', async (_, end) => {
  next.follow(pad(0));
  next.follow(pad(1));
  await settled();
  end();
  await settled();
  expect(sent.map(({ action }) => action)).toEqual(['move', 'stop']);
});
