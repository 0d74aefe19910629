import { expect, test } from 'vitest';
import { silenceLevelsDbfs } from '@/lib/contracts/alarms/alarm-kinds';
import { SilenceMeter } from './silence-meter';

function watch() {
  let nowMs = 0;
  const meter = new SilenceMeter(() => nowMs);
  const play = (seconds: number, dbfs: number) => {
    for (let at = 0; at < seconds; at += 0.02) {
      meter.addPeak(dbfs);
      nowMs += 20;
    }
  };
  const pause = (seconds: number) => {
    nowMs += seconds * 1_000;
  };
  const secondsBelow = (level: (typeof silenceLevelsDbfs)[number]) =>
    meter.seconds[silenceLevelsDbfs.indexOf(level)] ?? -1;
  return { play, pause, secondsBelow };
}

test('an hour of a quiet room is not silent, and a muted one is', () => {
  const { play, secondsBelow } = watch();
  for (let minute = 0; minute < 60; minute++) {
    play(60, -54 - (minute % 5));
    expect(secondsBelow(-60)).toBeLessThan(0.1);
  }
  play(2.1, -100);
  expect(secondsBelow(-60)).toBeGreaterThan(2);
  play(0.1, -30);
  expect(secondsBelow(-60)).toBeLessThan(0.1);
});

test('each level counts by itself, and audio that stops coming is silent as well', () => {
  const { play, pause, secondsBelow } = watch();
  play(10, -65);
  expect(secondsBelow(-60)).toBeGreaterThan(9.9);
  expect(secondsBelow(-70)).toBeLessThan(0.1);
  pause(5);
  expect(secondsBelow(-80)).toBeGreaterThan(4.9);
});
