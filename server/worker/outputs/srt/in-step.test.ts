import { beforeEach, describe, expect, test } from 'vitest';
import { addTicks, ticksBetween } from '@/lib/core/timestamp33';
import { ptsOfTransportPacket } from '@/lib/media/mpegts/pes-assembler';
import { TransportStream } from '@/tests/support/camera/transport-stream';
import { InStep } from './in-step';

const pid = 0x100;
const frameMs = 40;
const frameTicks = frameMs * 90;
/** 2026-11-29; its timestamp is near no wrap. */
const startMs = 1_795_000_000_000;

let nowMs: number;
let stream: TransportStream;
let inStep: InStep;
let seen: { atMs: number; what: number | 'tables' | 'interruption'; entry?: number | null }[];

beforeEach(() => {
  nowMs = 0;
  stream = new TransportStream();
  seen = [];
  inStep = new InStep(
    {
      setTables: () => seen.push({ atMs: nowMs, what: 'tables' }),
      message: (bytes, entry) => seen.push({ atMs: nowMs, what: ptsOfTransportPacket(bytes) ?? Number.NaN, entry }),
      interrupt: () => seen.push({ atMs: nowMs, what: 'interruption' }),
    },
    () => nowMs,
  );
});

const sharedTicks = (ms: number): number => (ms * 90) % 2 ** 33;

function pass(ms: number): void {
  for (const endMs = nowMs + ms; nowMs < endMs; nowMs++) inStep.release();
  inStep.release();
}

function send(pts: number, entry: number | null = null, dts = pts): void {
  inStep.message(Buffer.concat(stream.pes(pid, Buffer.alloc(50), { pts, dts })), entry);
}

const timestamps = () => seen.flatMap(({ what }) => (typeof what === 'number' ? what : []));

describe('timestamps', () => {
  test('count from 1970 for every camera, also where its own begin anew', () => {
    const first = 2 ** 33 - frameTicks;
    inStep.follow({ pts: first, capturedMs: startMs, holdMs: 0 });
    for (let frame = 0; frame < 3; frame++) send(addTicks(first, frame * frameTicks), frame === 0 ? 0 : null);
    pass(0);
    expect(timestamps()).toEqual([0, 1, 2].map((frame) => sharedTicks(startMs + frame * frameMs)));
    expect(seen.map(({ entry }) => entry)).toEqual([0, null, null]);
  });

  test('wrap on the shared clock as well', () => {
    const wrapMs = Math.ceil(startMs / (2 ** 33 / 90)) * (2 ** 33 / 90);
    inStep.follow({ pts: 0, capturedMs: wrapMs - frameMs, holdMs: 0 });
    for (let frame = 0; frame < 2; frame++) send(frame * frameTicks);
    pass(0);
    expect(ticksBetween(timestamps()[0] ?? 0, timestamps()[1] ?? 0)).toBe(frameTicks);
    expect(timestamps()[1]).toBeLessThan(10);
  });

  test('follow a clock that drifts, by at most 5 ms a second, and never go back', () => {
    inStep.follow({ pts: 0, capturedMs: startMs, holdMs: 0 });
    let offMs = 0;
    for (let second = 0; second < 20; second++) {
      // A late first reading, which turns out to be 60 ms early.
      offMs = -60;
      inStep.follow({ pts: second * 90_000, capturedMs: startMs + second * 1_000 + offMs, holdMs: 0 });
      for (let frame = 0; frame < 25; frame++) {
        send(second * 90_000 + frame * frameTicks);
        pass(frameMs);
      }
    }
    const steps = timestamps()
      .slice(1)
      .map((pts, index) => ticksBetween(timestamps()[index] ?? 0, pts) / 90);
    expect(seen.every(({ what }) => what !== 'interruption')).toBe(true);
    for (const step of steps) expect(Math.abs(step - frameMs)).toBeLessThan(frameMs * 0.0051 + 0.02);
    expect(timestamps().at(-1)).toBeCloseTo(sharedTicks(startMs + 499 * frameMs + offMs), -1);
  });

  test('of another clock make players begin anew', () => {
    inStep.follow({ pts: 0, capturedMs: startMs, holdMs: 10 });
    send(0, 0);
    inStep.follow({ pts: 900_000, capturedMs: startMs + frameMs, holdMs: 10 });
    send(900_000, 0);
    pass(20);
    expect(seen.map(({ what }) => what)).toEqual([
      sharedTicks(startMs),
      'interruption',
      sharedTicks(startMs + frameMs),
    ]);
  });
});

describe('packets', () => {
  test('leave after their hold, in order, tables before the keyframe', () => {
    inStep.follow({ pts: 0, capturedMs: startMs, holdMs: 100 });
    inStep.setTables(Buffer.alloc(376));
    send(0, 0);
    pass(30);
    send(frameTicks);
    pass(200);
    expect(seen.map(({ atMs }) => atMs)).toEqual([100, 100, 130]);
    expect(seen[0]?.what).toBe('tables');
  });

  test('of a camera that is later than the delay leave at once', () => {
    inStep.follow({ pts: 0, capturedMs: startMs, holdMs: -80 });
    send(0, 0);
    expect(inStep.release()).toBeNull();
    expect(seen).toHaveLength(1);
  });

  test('wait until a keyframe says the clock, at first and after an interruption', () => {
    send(0, 0);
    inStep.follow({ pts: frameTicks, capturedMs: startMs, holdMs: 50 });
    send(frameTicks, 0);
    inStep.interrupt();
    send(2 * frameTicks, 0);
    pass(100);
    expect(seen.map(({ what }) => what)).toEqual([sharedTicks(startMs), 'interruption']);
  });

  test('that would take too much memory are left out, and players go on with newer ones', () => {
    inStep.follow({ pts: 0, capturedMs: startMs, holdMs: 400 });
    const packet = stream.packet(pid, Buffer.alloc(184));
    const megabyte = Buffer.concat(Array.from({ length: 5_600 }, () => packet));
    for (let count = 0; count < 70; count++) inStep.message(megabyte, 0);
    pass(500);
    expect(seen[0]?.what).toBe('interruption');
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.length).toBeLessThan(20);
  });
});
