import { beforeEach, expect, test } from 'vitest';
import { HeldPackets } from './held-packets';

const tables = Buffer.from('tables');
const unlimited = 1_000_000;

let nowMs: number;
let held: HeldPackets;

beforeEach(() => {
  nowMs = 10_000;
  held = new HeldPackets(
    () => 1_000,
    () => nowMs,
  );
});

const keyframe = (capturedMs: number, offset = 0) => ({ reading: { pts: 0, capturedMs }, tables, offset });
const bytesFrom = (ms: number): string => Buffer.concat(held.from(ms).flatMap(({ messages }) => messages)).toString();

test('begins at the last keyframe that was captured by then', () => {
  held.add(Buffer.from('unusable'), null, unlimited);
  held.add(Buffer.from('A'), keyframe(9_500), unlimited);
  held.add(Buffer.from('a'), null, unlimited);
  held.add(Buffer.from('aB'), keyframe(9_800, 1), unlimited);
  expect(bytesFrom(9_900)).toBe('B');
  expect(bytesFrom(9_700)).toBe('AaaB');
  expect(bytesFrom(9_000)).toBe('AaaB');
});

test('keeps what a cut may need, and no more', () => {
  for (const [name, capturedMs] of [
    ['A', 7_000],
    ['B', 8_900],
    ['C', 9_500],
  ] as const) {
    held.add(Buffer.from(name), keyframe(capturedMs), unlimited);
  }
  expect(bytesFrom(0)).toBe('BC');
  nowMs = 11_000;
  held.add(Buffer.from('D'), keyframe(10_800), unlimited);
  expect(bytesFrom(0)).toBe('CD');
});

test('lets go of the oldest beyond its limit, and of all after a gap', () => {
  held.add(Buffer.from('AAAA'), keyframe(9_500), 6);
  held.add(Buffer.from('BBBB'), keyframe(9_800), 6);
  expect(bytesFrom(0)).toBe('BBBB');
  held.add(Buffer.from('bbb'), null, 6);
  expect(bytesFrom(0)).toBe('');
  held.add(Buffer.from('C'), keyframe(9_900), 6);
  held.clear();
  held.add(Buffer.from('c'), null, 6);
  expect(bytesFrom(0)).toBe('');
});
