import { describe, expect, test } from 'vitest';
import type { RtcpSrPacket } from 'werift';
import { RtpStream } from '@/server/worker/outputs/room/publish/rtp-stream';
import { SeededRandom } from '@/tests/support/random';
import { MediaClock } from './media-clock';

function setUp() {
  const now = { ms: 1_000_000 };
  const clock = new MediaClock(() => now.ms);
  const pass = (ms: number) => {
    now.ms += ms;
  };
  return { clock, pass, now };
}

describe('MediaClock', () => {
  test('counts from the first timestamp, whatever it is', () => {
    const { clock } = setUp();
    expect(clock.ticks(123_456)).toBe(1);
    expect(clock.ticks(123_456 + 3000)).toBe(3001);
  });

  test('continues through the wrap of the 33-bit timestamp', () => {
    const { clock } = setUp();
    const first = clock.ticks(2 ** 33 - 1500);
    expect(clock.ticks(1500)).toBe(first + 3000);
  });

  test('computes a frame’s time of sending from the least delayed frames and the SRT latency', () => {
    const { clock, pass, now } = setUp();
    const sentMs = now.ms - 400;
    // The first frames wait for the connection, up to 280 ms. Then each takes the SRT latency and up to 30 ms more.
    const ticks = [280, 200, 120, 150, 120].map((delayMs, index) => {
      pass(sentMs + index * 40 + delayMs - now.ms);
      return clock.ticks(90_000 + index * 3_600);
    });
    expect(clock.captureMs(ticks[0] ?? 0)).toBeNull();
    clock.sending.srtLatencyMs = 120;
    expect(ticks.map((time) => Math.round((clock.captureMs(time) ?? 0) - sentMs))).toEqual([0, 40, 80, 120, 160]);
  });

  test.each([33, 67])(
    'a frame that is whole only when the next one begins, after %d ms, counts from its own last byte',
    (frameMs) => {
      const { clock, pass, now } = setUp();
      clock.sending.srtLatencyMs = 20;
      const startMs = now.ms;
      let ticks = 0;
      for (let index = 0; index < 30; index++) {
        // It came with the SRT latency, and is handed out a frame later.
        pass(startMs + index * frameMs + 20 + frameMs - now.ms);
        ticks = clock.ticks(index * frameMs * 90, frameMs);
      }
      expect(clock.captureMs(ticks)).toBeCloseTo(startMs + 29 * frameMs, 0);
    },
  );

  test('after its first seconds it moves at most a millisecond a second, unless it is off by more than a frame', () => {
    const { clock, pass } = setUp();
    clock.restart();
    clock.sending.srtLatencyMs = 120;
    const capturedMs = (seconds: number, delayMs: number) => {
      let ticks = 0;
      for (let index = 0; index < seconds; index++) {
        pass(1_000);
        ticks = clock.ticks(((count++ * 90_000 + delayMs * 90) % 2 ** 33) as number);
        clock.captureMs(ticks);
      }
      return (clock.captureMs(ticks) ?? 0) - ticks / 90;
    };
    let count = 0;
    const before = capturedMs(30, 0);
    // Frames come 20 ms earlier from now on.
    const after = capturedMs(5, 20);
    expect(before - after).toBeGreaterThan(2);
    expect(before - after).toBeLessThan(8);
    expect(before - capturedMs(30, 20)).toBeCloseTo(20, 0);
    expect(before - capturedMs(1, 220)).toBeCloseTo(220, 0);
  });

  test('tells the reading behind a capture time: the earliest arrival since the last keyframe', () => {
    const { clock, pass, now } = setUp();
    clock.ticks(0);
    for (const [index, lateMs] of [30, 5, 40].entries()) {
      pass(1_000_000 + (index + 1) * 40 + lateMs - now.ms);
      clock.ticks((index + 1) * 3_600);
    }
    pass(1_000_000 + 160 + 60 - now.ms);
    expect(clock.captureTimeOf(4 * 3_600)).toMatchObject({ arrivedMs: 1_000_160, clock: 'arrival' });
    expect(clock.captureTimeOf(4 * 3_600).arrivedMs).toBe(now.ms);
  });

  describe('an encoder that says when it captured a frame', () => {
    const day = 86_400_000;
    const setUpSent = (nowMs = 400 * day) => {
      const now = { ms: nowMs };
      const clock = new MediaClock(() => now.ms);
      clock.sending.srtLatencyMs = 120;
      const ticks = clock.ticks(90_000);
      return { clock, now, ticks, sentMs: nowMs - 120 };
    };

    test.each([
      ['by universal time', 0, false],
      ['by the time of its day', 0, true],
      ['by the time of its day in Kathmandu', 5.75 * 3_600_000, true],
    ])('is believed: %s', (_, zoneMs, isTimeOfDay) => {
      const { clock, ticks, sentMs } = setUpSent();
      expect(clock.captureClock).toBeUndefined();
      const capturedMs = sentMs - 35;
      clock.addEncoderTime(ticks, { ms: isTimeOfDay ? (capturedMs + zoneMs) % day : capturedMs, isTimeOfDay });
      expect(clock.captureClock).toBe('encoder');
      expect(clock.captureMs(ticks)).toBeCloseTo(capturedMs, 3);
      expect(clock.captureMs(ticks + 9_000)).toBeCloseTo(capturedMs + 100, 3);
    });

    test.each([
      ['whose clock is a minute behind', -60_000],
      ['whose clock is four seconds behind', -4_000],
      ['whose clock is ahead', 2_000],
    ])('is not believed: one %s', (_, aheadMs) => {
      const { clock, ticks, sentMs } = setUpSent();
      for (const isTimeOfDay of [false, true]) {
        const ms = sentMs + aheadMs;
        clock.addEncoderTime(ticks, { ms: isTimeOfDay ? ms % day : ms, isTimeOfDay });
        expect(clock.captureClock).toBeUndefined();
        expect(clock.captureMs(ticks)).toBeCloseTo(sentMs, 1);
      }
    });

    test('no longer counts once it is silent, or another one sends', () => {
      const { clock, ticks, now, sentMs } = setUpSent();
      clock.addEncoderTime(ticks, { ms: sentMs - 35, isTimeOfDay: false });
      now.ms += 10_000;
      expect(clock.captureClock).toBeUndefined();
      clock.addEncoderTime(ticks, { ms: sentMs - 35, isTimeOfDay: false });
      clock.restart();
      expect(clock.captureClock).toBeUndefined();
    });
  });

  test('lets audio run behind the video, as multiplexers do', () => {
    const { clock } = setUp();
    const picture = clock.ticks(900_000);
    expect(clock.ticks(900_000 - 45_000)).toBe(picture - 45_000);
  });

  test('continues by the wall clock when the encoder restarts', () => {
    const { clock, pass } = setUp();
    const first = clock.ticks(5_000_000);
    pass(4_000);
    clock.restart();
    expect(clock.ticks(90)).toBe(first - 1 + 4_000 * 90);
  });

  test.each([
    ['far forward', 85_000_000],
    ['by 8 s forward', 8_000 * 90],
    ['by 2 s back', -2_000 * 90],
    ['far back', -900_000_000],
  ])('takes a jump %s in the stream for a new timeline', (_, jump) => {
    const { clock, pass } = setUp();
    clock.ticks(5_000_000_000);
    pass(40);
    const before = clock.ticks(5_000_003_600);
    pass(40);
    const after = clock.ticks(5_000_007_200 + jump);
    expect(after - before).toBeGreaterThan(0);
    expect(after - before).toBeLessThan(90 * 100);
    pass(40);
    expect(clock.ticks(5_000_010_800 + jump)).toBe(after + 3_600);
  });

  test.each([
    ['an outage of 30 s in which all was lost', 30_000, 30_000],
    ['a stall after which all comes at once', 4_000, 40],
    ['a second of interleaving', 0, 1_000],
  ])('accepts %s', (_, elapsedMs, stepMs) => {
    const { clock, pass } = setUp();
    const before = clock.ticks(5_000_000);
    pass(elapsedMs);
    expect(clock.ticks(5_000_000 + stepMs * 90)).toBe(before + stepMs * 90);
  });

  test.each([200, -200])('follows a camera clock that is %d ppm off within 5 ms after an hour', (ppm) => {
    const { clock, pass } = setUp();
    let pts = 0;
    let ticks = clock.ticks(pts);
    let elapsedMs = 0;
    for (let second = 0; second < 3600; second++) {
      pass(1000);
      elapsedMs += 1000;
      pts += 90_000 * (1 + ppm / 1e6);
      ticks = clock.ticks(Math.round(pts));
    }
    expect(Math.abs(clock.wallMs(ticks) - (1_000_000 + elapsedMs))).toBeLessThan(5);
  });
});

/** The time at which a receiver presents an RTP timestamp, by the latest sender report (RFC 3550 6.4.1). */
function presentationMs(report: RtcpSrPacket, rtpTimestamp: number, clockRateHz: number): number {
  const { ntpTimestamp, rtpTimestamp: reported } = report.senderInfo;
  const reportMs = Number(ntpTimestamp >> 32n) * 1000 + (Number(ntpTimestamp & 0xffffffffn) * 1000) / 2 ** 32;
  return reportMs + ((rtpTimestamp - reported) | 0) / (clockRateHz / 1000);
}

test.each([0, 200, -200])(
  'audio and video stay in sync for an hour with a clock %d ppm off, jitter, a wrap and jumps',
  (ppm) => {
    const { clock, now } = setUp();
    const startMs = now.ms;
    const random = new SeededRandom(ppm);
    const latest = { video: 0, audio: 0 };
    const open = (kind: keyof typeof latest, clockRateHz: number) =>
      new RtpStream(
        {
          async sendRtp(_, { timestamp }) {
            latest[kind] = timestamp;
            return 0;
          },
        },
        { ssrc: 1, payloadType: 96, clockRateHz, extensions: [] },
      );
    const video = open('video', 90_000);
    const audio = open('audio', 48_000);
    const picture = [Buffer.from('picture')];
    const durationMs = 3_600_000;
    let worstMs = 0;
    let worstDelayMs = 0;
    for (let sentMs = 0; sentMs < durationMs; sentMs += 40) {
      // It wraps after ten minutes, and the encoder's clock is reset every twenty.
      const jump = Math.floor(sentMs / 1_200_000) * 7_000 * 90;
      const sourceTicks = 2 ** 33 - 600_000 * 90 + sentMs * 90 * (1 + ppm / 1e6) + jump;
      const pts = (behindMs: number) => Math.round(sourceTicks - behindMs * 90 + 2 ** 33) % 2 ** 33;
      now.ms = startMs + sentMs + random.integer(30);
      const pictureTicks = clock.ticks(pts(0));
      video.send(picture, pictureTicks, null);
      // The multiplexer sends audio 300 ms after the video that belongs to it.
      const soundTicks = clock.ticks(pts(300));
      audio.send(picture, soundTicks, null);
      if (sentMs % 1_000 !== 0) continue;
      const nowTicks = clock.ticksAt(now.ms);
      const pictureMs = presentationMs(video.senderReport(now.ms, nowTicks), latest.video, 90_000);
      const soundMs = presentationMs(audio.senderReport(now.ms, nowTicks), latest.audio, 48_000);
      worstMs = Math.max(worstMs, Math.abs(pictureMs - 300 - soundMs));
      worstDelayMs = Math.max(worstDelayMs, Math.abs(now.ms - clock.wallMs(pictureTicks)));
    }
    expect(worstMs).toBeLessThan(2);
    expect(worstDelayMs, 'the timeline follows the wall clock').toBeLessThan(60);
  },
);
