import { expect, test } from 'vitest';
import { TrackTimes } from './track-times';

const wallMs = 1_764_000_000_000;
const ntp = (ms: number): bigint => {
  const seconds = Math.floor(ms / 1000) + 2_208_988_800;
  return (BigInt(seconds) << 32n) | BigInt(Math.round(((ms % 1000) / 1000) * 2 ** 32));
};

/** A phone whose audio arrives later than its video, with RTP timestamps that begin anywhere. */
function phone({ audioLateMs = 80, videoRtp = 4_294_960_000, audioRtp = 77 } = {}) {
  let nowMs = 0;
  const times = new TrackTimes(() => nowMs);
  const rtp = {
    video: (ms: number) => (videoRtp + ms * 90) % 2 ** 32,
    audio: (ms: number) => (audioRtp + ms * 48) % 2 ** 32,
  };
  return {
    /** @returns the time on the timeline, in milliseconds, of what was captured then */
    take(kind: 'video' | 'audio', capturedMs: number): number {
      nowMs = capturedMs + (kind === 'audio' ? audioLateMs : 0);
      return times.ticks(kind, rtp[kind](capturedMs)) / 90;
    },
    report(kind: 'video' | 'audio', capturedMs: number, lateMs = 0) {
      const ntpTimestamp = ntp(wallMs + capturedMs + lateMs);
      times.addReport(kind, { ntpTimestamp, rtpTimestamp: rtp[kind](capturedMs), lateMs });
    },
  };
}

test('video keeps its intervals, also where its timestamps wrap', () => {
  const { take } = phone();
  const first = take('video', 0);
  expect([40, 80, 200].map((ms) => Math.round(take('video', ms) - first))).toEqual([40, 80, 200]);
});

test('audio follows video by the sender reports, however late it arrives', () => {
  const { take, report } = phone();
  const videoMs = take('video', 0);
  // Until then, what arrives together counts as captured together.
  expect(take('audio', 0) - videoMs).toBeCloseTo(80, 1);
  report('video', 0);
  expect(take('audio', 20) - take('video', 20)).toBeCloseTo(80, 1);
  report('audio', 20);
  expect(take('audio', 40) - take('video', 40)).toBeCloseTo(0, 1);
});

test('a report that pairs a sample with a later time does not make it late', () => {
  const { take, report } = phone();
  take('video', 0);
  take('audio', 0);
  report('video', 0);
  report('audio', 0, 20);
  expect(take('audio', 20) - take('video', 20)).toBeCloseTo(0, 1);
});

test('a small error is mended unnoticed', () => {
  const { take, report } = phone({ audioLateMs: 20 });
  take('video', 0);
  take('audio', 0);
  report('video', 0);
  report('audio', 0);
  const errors = Array.from({ length: 100 }, (_, index) => take('audio', 20 * index) - take('video', 20 * index));
  expect(errors[0]).toBeGreaterThan(19);
  for (const [index, error] of errors.slice(1).entries()) {
    expect(Math.abs(error - (errors[index] ?? 0))).toBeLessThan(0.3);
  }
  expect(errors.at(-1)).toBeCloseTo(0, 1);
});

test('a phone without video has a timeline, too', () => {
  const { take, report } = phone();
  const first = take('audio', 0);
  report('audio', 0);
  expect(take('audio', 60) - first).toBeCloseTo(60, 1);
});
