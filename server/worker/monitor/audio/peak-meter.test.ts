import { expect, test } from 'vitest';
import { PeakMeter } from './peak-meter';

const sine = (amplitude: number) => Array.from({ length: 480 }, (_, index) => amplitude * Math.sin(index / 7));

test('takes the highest sample of each channel, up or down', () => {
  const meter = new PeakMeter();
  meter.addSamples(Float32Array.from([0.1, 0.001, -0.5, 0.01]));
  meter.addSamples(Float32Array.from([0.2, -0.02]));
  const [left, right] = meter.readDbfs() ?? [0, 0];
  expect(left).toBeCloseTo(-6.02, 2);
  expect(right).toBeCloseTo(-33.98, 2);
});

test('starts again with each read', () => {
  const meter = new PeakMeter();
  meter.addSamples(Float32Array.from(sine(1)));
  meter.readDbfs();
  expect(meter.readDbfs()).toBeNull();
  meter.addSamples(Float32Array.from([0.1, 0.1]));
  expect(meter.readDbfs()?.[0]).toBeCloseTo(-20, 3);
});

test('digital silence is a level that JSON can carry', () => {
  const meter = new PeakMeter();
  meter.addSamples(new Float32Array(960));
  expect(meter.readDbfs()).toEqual([-100, -100]);
});
