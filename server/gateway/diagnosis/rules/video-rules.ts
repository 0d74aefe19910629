import { frameRateWindowSeconds } from '@/lib/contracts/alarms/alarm-kinds';
import { alarmRule, type Rule, rounded, rule } from './rule';

const maxGopSeconds = 4;
/** Cheap crystals are off by up to 50 ppm. */
const maxDriftPpm = 100;
const driftStepPpm = 10;
const secondsPerHour = 3_600;

/** Problems of the video as the encoder makes it. */
export const videoRules: Rule[] = [
  alarmRule('black', {
    goesAfterMs: 0,
    find: ({ delay_seconds }, { blackSeconds }) => (blackSeconds !== null && blackSeconds >= delay_seconds ? {} : null),
  }),
  alarmRule('frozen', {
    goesAfterMs: 0,
    find: ({ delay_seconds }, { frozenSeconds }) =>
      frozenSeconds !== null && frozenSeconds >= delay_seconds ? {} : null,
  }),
  alarmRule('low_frame_rate', {
    appearsAfterMs: ({ alarms }) => (alarms.low_frame_rate.delay_seconds - frameRateWindowSeconds) * 1_000,
    goesAfterMs: 5_000,
    find: ({ below_percent }, { frameRate }) =>
      frameRate && frameRate.now < (frameRate.usual * below_percent) / 100
        ? { now: rounded(frameRate.now), usual: rounded(frameRate.usual) }
        : null,
  }),
  rule({
    code: 'long_gop',
    severity: 'warning',
    find: ({ gopSeconds }) =>
      gopSeconds !== null && gopSeconds > maxGopSeconds ? { gopSeconds: rounded(gopSeconds, 1) } : null,
  }),
  rule({ code: 'b_frames', severity: 'info', find: ({ hasBFrames }) => (hasBFrames ? {} : null) }),
  rule({ code: 'hevc', severity: 'info', find: ({ videoCodec }) => (videoCodec === 'hevc' ? {} : null) }),
  rule({
    code: 'variable_frame_rate',
    severity: 'info',
    find: ({ unevenFrameMs: range }) =>
      range && { shortestMs: rounded(range.shortest), longestMs: rounded(range.longest) },
  }),
  rule({
    code: 'clock_drift',
    severity: 'info',
    appearsAfterMs: 6_000,
    goesAfterMs: 30_000,
    find({ clockDrift }) {
      // Only the part of the drift that exceeds the measurement error counts.
      if (!clockDrift || Math.abs(clockDrift.ppm) - clockDrift.errorPpm <= maxDriftPpm) return null;
      return {
        ppm: Math.round(clockDrift.ppm / driftStepPpm) * driftStepPpm,
        secondsPerHour: rounded((Math.abs(clockDrift.ppm) / 1e6) * secondsPerHour, 1),
      };
    },
  }),
];
