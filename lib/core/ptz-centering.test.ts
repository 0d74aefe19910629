import { describe, expect, test } from 'vitest';
import { type PicturePoint, type PtzCalibration, PtzCentering, turnTo } from './ptz-centering';

/** A camera whose picture turns with it: where a thing is seen follows from where it is and where the camera looks. */
class TurningCamera {
  readonly #unitsPerDegree: number;
  readonly #centering: PtzCentering;
  #lookedAt = { pan: 0, tilt: 0 };
  #nowMs = 0;
  zoom = 0;
  hasLearned = false;

  constructor(unitsPerDegree: number, calibration?: PtzCalibration) {
    this.#unitsPerDegree = unitsPerDegree;
    this.#centering = new PtzCentering(calibration);
  }

  get calibration(): PtzCalibration {
    return this.#centering.calibration;
  }

  /** Where a thing is seen. @param at its direction in degrees */
  see(at: { pan: number; tilt: number }): PicturePoint {
    const right = turnTo({ x: 1, y: 0 }, this.zoom).pan;
    const top = turnTo({ x: 0, y: 1 }, this.zoom).tilt;
    const part = (angle: number, edge: number) => Math.tan((angle * Math.PI) / 180) / Math.tan((edge * Math.PI) / 180);
    return { x: part(at.pan - this.#lookedAt.pan, right), y: part(at.tilt - this.#lookedAt.tilt, top) };
  }

  press(point: PicturePoint, afterMs = 3_000): void {
    this.#nowMs += afterMs;
    const { pan, tilt, hasLearned } = this.#centering.press(point, this.zoom, this.#nowMs);
    this.hasLearned = hasLearned;
    this.#lookedAt.pan += pan / this.#unitsPerDegree;
    this.#lookedAt.tilt += tilt / this.#unitsPerDegree;
  }
}

const pulpit = { pan: 20, tilt: -6 };
const choir = { pan: -12, tilt: 8 };
const isOffBy = ({ x, y }: PicturePoint): number => Math.hypot(x, y);

test('a usual camera has the point in the middle at the first press', () => {
  const camera = new TurningCamera(14.4);
  camera.press(camera.see(pulpit));
  expect(isOffBy(camera.see(pulpit))).toBeLessThan(0.01);
});

describe.each([5, 10, 13.3, 20, 51.2])('a camera of %s units a degree', (unitsPerDegree) => {
  test('has it there at the second press on the same thing, and every other thing at the first', () => {
    const camera = new TurningCamera(unitsPerDegree);
    camera.press(camera.see(pulpit));
    camera.press(camera.see(pulpit));
    expect(isOffBy(camera.see(pulpit))).toBeLessThan(0.05);
    camera.press(camera.see(choir));
    expect(isOffBy(camera.see(choir))).toBeLessThan(0.05);
    const later = new TurningCamera(unitsPerDegree, camera.calibration);
    later.press(later.see(pulpit));
    expect(isOffBy(later.see(pulpit))).toBeLessThan(0.05);
  });
});

test.each<[string, (camera: TurningCamera) => void]>([
  ['another thing', (camera) => camera.press({ x: 0.1, y: 0.8 })],
  ['the same thing while the camera still turns', (camera) => camera.press({ x: 0.4, y: -0.2 }, 300)],
  ['the same thing much later', (camera) => camera.press({ x: 0.4, y: -0.2 }, 60_000)],
  [
    'the same thing after a zoom',
    (camera) => {
      camera.zoom = 0.5;
      camera.press({ x: 0.4, y: -0.2 });
    },
  ],
])('%s teaches nothing', (_, press) => {
  const camera = new TurningCamera(14.4);
  camera.press({ x: 0.8, y: -0.4 });
  press(camera);
  expect(camera.hasLearned).toBe(false);
  expect(camera.calibration).toEqual([null, null, null, null]);
});

test('a zoom range that was not calibrated has the figure of the nearest one', () => {
  const camera = new TurningCamera(51.2, [null, 51.2, null, null]);
  for (const zoom of [0, 0.4, 0.7, 1]) {
    camera.zoom = zoom;
    const { x, y } = { x: 0.5, y: 0.5 };
    const turn = turnTo({ x, y }, zoom);
    const before = camera.see(turn);
    camera.press(before);
    expect(isOffBy(camera.see(turn))).toBeLessThan(0.1);
  }
});
