import { expect, test } from 'vitest';
import { pointIn } from './picture-point';

const picture = { width: 1920, height: 1080 };
/** As wide as the picture, with a bar of 100 px above and below it. */
const tall = { left: 10, top: 20, width: 960, height: 740 };
/** As high as the picture, with a bar of 100 px at each side. */
const wide = { left: 0, top: 0, width: 1160, height: 540 };

test.each([
  ['the middle', tall, [490, 390], { x: 0, y: 0 }],
  ['the upper right corner', tall, [970, 120], { x: 1, y: 1 }],
  ['the lower left corner', wide, [100, 540], { x: -1, y: -1 }],
  ['a quarter from the left', wide, [340, 270], { x: -0.5, y: 0 }],
  ['the bar above', tall, [490, 100], null],
  ['the bar at the right', wide, [1_100, 270], null],
] as const)('%s', (_, box, [clientX, clientY], point) => {
  const found = pointIn(box, picture, { clientX, clientY });
  if (point === null) expect(found).toBeNull();
  else {
    expect(found?.x).toBeCloseTo(point.x);
    expect(found?.y).toBeCloseTo(point.y);
  }
});
