import { EventEmitter } from 'node:events';
import type { RemoteTrack } from 'livekit-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Relief } from './relief';

let limited: Set<string>;
let relief: Relief;
let track: RemoteTrack;
let video: { videoHeight: number };
/** Whether it is in view, each time that LiveKit was told. */
let told: boolean[];

beforeEach(() => {
  vi.useFakeTimers();
  limited = new Set();
  relief = new Relief((identity) => {
    limited.add(identity);
    return () => limited.delete(identity);
  });
  told = [];
  video = { videoHeight: 360 };
  track = Object.assign(new EventEmitter(), { attachedElements: [video] }) as unknown as RemoteTrack;
  track.on('visibilityChanged', (isVisible: boolean) => told.push(isVisible));
});
afterEach(() => {
  relief.stop();
  vi.useRealTimers();
});

test('what stands still is limited until nothing has for a while, and longer each time', () => {
  relief.add('organ', track);
  vi.advanceTimersByTime(1_900);
  relief.add('organ', track);
  vi.advanceTimersByTime(1_900);
  expect([...limited]).toEqual(['organ']);
  vi.advanceTimersByTime(2_200);
  expect([...limited]).toEqual([]);

  relief.add('organ', track);
  vi.advanceTimersByTime(3_900);
  expect([...limited]).toEqual(['organ']);
  vi.advanceTimersByTime(4_200);
  expect([...limited]).toEqual([]);
});

test('one video tries the downlink, and the others follow once it has been sharp for two seconds', () => {
  relief.add('organ', track);
  relief.add('choir', track);
  vi.advanceTimersByTime(4_100);
  expect([...limited]).toEqual(['choir']);
  vi.advanceTimersByTime(4_000);
  video.videoHeight = 720;
  vi.advanceTimersByTime(1_900);
  expect([...limited]).toEqual(['choir']);
  vi.advanceTimersByTime(1_200);
  expect([...limited]).toEqual([]);
});

test('where it is not sharp, they follow ten seconds later', () => {
  relief.add('organ', track);
  relief.add('choir', track);
  vi.advanceTimersByTime(10_000);
  expect([...limited]).toEqual(['choir']);
  vi.advanceTimersByTime(6_000);
  expect([...limited]).toEqual([]);
});

test('where it stands still again, both are limited, and for longer', () => {
  relief.add('organ', track);
  relief.add('choir', track);
  vi.advanceTimersByTime(4_100);
  relief.add('organ', track);
  vi.advanceTimersByTime(3_900);
  expect([...limited].sort()).toEqual(['choir', 'organ']);
});

test('after minutes without, it is short again', () => {
  for (let count = 0; count < 5; count++) {
    relief.add('organ', track);
    vi.advanceTimersByTime(250_000);
  }
  vi.advanceTimersByTime(300_000);
  relief.add('organ', track);
  vi.advanceTimersByTime(6_100);
  expect([...limited]).toEqual([]);
});

test('LiveKit decides anew about a video, once, as it is limited', () => {
  relief.add('organ', track);
  relief.add('organ', track);
  vi.advanceTimersByTime(250);
  expect(told).toEqual([false, true]);
});

test('a page that leaves limits nothing', () => {
  relief.add('organ', track);
  relief.stop();
  expect([...limited]).toEqual([]);
});
