import { expect, test } from 'vitest';
import { momentAt } from './draw-multiview';

const round = Array.from({ length: 240 }, (_, tenths) => momentAt(tenths / 10));

test('each camera is on air once in a round, one after the other', () => {
  expect(new Set(round.map(({ program }) => program))).toEqual(new Set([0, 1, 2, 3, 4, 5]));
  expect(momentAt(0)).toEqual({ program: 0, preview: 1, lostForSeconds: null });
  expect(momentAt(24 * 7)).toEqual(momentAt(0));
});

test('the camera that is lost is neither on air nor next, and returns', () => {
  const lost = round.filter(({ lostForSeconds }) => lostForSeconds !== null);
  expect(lost.map(({ lostForSeconds }) => lostForSeconds)).toEqual(
    Array.from({ length: 60 }, (_, i) => Math.floor(i / 10)),
  );
  for (const { program, preview } of lost) expect([program, preview]).not.toContain(3);
  expect(round.at(-1)?.lostForSeconds).toBeNull();
});

test('what is next is never what is on air', () => {
  for (const { program, preview } of round) expect(preview).not.toBe(program);
});
