import { expect, test } from 'vitest';
import { readGamepad } from './read-gamepad';

const buttons = (...pressed: number[]) =>
  Array.from({ length: 16 }, (_, index) => ({ pressed: pressed.includes(index) }));

test('a stick at rest moves nothing, though it is never in the middle', () => {
  expect(readGamepad({ axes: [0.1, -0.14, 0, 0.05], buttons: buttons() })).toEqual({
    speeds: { pan: 0, tilt: 0, zoom: 0 },
    isGuardHeld: false,
  });
});

test('sticks turn and zoom, and up is up', () => {
  const { speeds } = readGamepad({ axes: [1, -1, 0, -1], buttons: buttons() });
  expect(speeds).toEqual({ pan: 1, tilt: 1, zoom: 1 });
  const half = readGamepad({ axes: [-0.5, 0.5, 0, 0.5], buttons: buttons() }).speeds;
  for (const speed of Object.values(half)) expect(speed).toBeLessThan(0);
});

test('either shoulder button is the guard key, and a pad without sticks moves nothing', () => {
  expect(readGamepad({ axes: [], buttons: buttons(4) }).isGuardHeld).toBe(true);
  expect(readGamepad({ axes: [], buttons: buttons(5) })).toMatchObject({ speeds: { pan: 0 }, isGuardHeld: true });
  expect(readGamepad({ axes: [], buttons: [] }).isGuardHeld).toBe(false);
});
