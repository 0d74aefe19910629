import { expect, onTestFinished, test } from 'vitest';
import { silenceLevelsDbfs } from '@/lib/contracts/alarms/alarm-kinds';
import { MediaClock } from '@/lib/media/media-clock';
import { log } from '@/lib/platform/log';
import { FaultLog } from '@/server/worker/control/fault-log';
import { Feed } from '@/server/worker/feed/feed';
import { describeMedia, encodedAtSource } from '@/server/worker/monitor/describe-media';
import { Monitor } from '@/server/worker/monitor/monitor';
import { TsProgram } from '@/server/worker/program/ts-program';
import { encode, liveH264, testFrames, testTone } from '../support/camera/encode';
import { until } from '../support/until';

const limits = { maxBitrateKbps: 100_000, maxSidePixels: 4_096, maxFps: 120 };

test('silence, loudness and the format are known without any output', async () => {
  const clock = new MediaClock();
  const program = new TsProgram({ clock, limits, log });
  const feed = new Feed({ parser: program, maxBitrateKbps: 100_000, log, onExcessChange: () => undefined });
  const monitor = new Monitor({ feed, program, faults: new FaultLog(log), log, onChange: () => undefined });
  onTestFinished(() => feed.lost());

  feed.connected();
  feed.addDatagram(
    await encode([...testFrames('320x180'), ...testTone(), ...liveH264, '-c:a', 'aac', '-ac', '2', '-t', '3']),
  );
  expect(monitor.signal).toBe('live');
  const { silentSeconds } = monitor.conditions ?? {};
  expect(silentSeconds).toHaveLength(silenceLevelsDbfs.length);
  for (const seconds of silentSeconds ?? []) expect(seconds).toBeLessThan(0.5);
  expect(describeMedia(program, monitor, clock, null)).toMatchObject({
    video: { codec: 'h264', width: 320, height: 180 },
    audio: { codec: 'aac', sampleRateHz: 48_000, channels: 2 },
    mode: null,
  });
  expect(describeMedia(program, monitor, clock, encodedAtSource)).toMatchObject({
    video: { codec: 'h264' },
    mode: 'transcoded',
    reason: expect.stringContaining('MJPEG'),
  });
  const sample = await until('a sample', () => monitor.readSample());
  expect(sample.audioDbfs?.[0]).toBeGreaterThan(-40);
  expect(sample.loudness?.momentaryLufs).toBeGreaterThan(-40);
});
