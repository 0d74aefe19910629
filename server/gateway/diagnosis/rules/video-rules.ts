import { frameRateWindowSeconds } from '@/lib/contracts/alarms/alarm-kinds';
import { type Rule, rounded, rule } from './rule';

const maxGopSeconds = 4;
/** Cheap crystals are off by up to 50 ppm. */
const maxDriftPpm = 100;
const driftStepPpm = 10;
const secondsPerHour = 3_600;

/** Problems of the video as the encoder makes it. */
export const videoRules: Rule[] = [
  rule({
    code: 'picture_black',
    needsMedia: true,
    severity: ({ alarms }) => alarms.black.severity,
    appearsAfterMs: 0,
    goesAfterMs: 0,
    find: ({ alarms: { black }, blackSeconds }) =>
      black.is_on && blackSeconds !== null && blackSeconds >= black.delay_seconds ? {} : null,
  }),
  rule({
    code: 'picture_frozen',
    needsMedia: true,
    severity: ({ alarms }) => alarms.frozen.severity,
    appearsAfterMs: 0,
    goesAfterMs: 0,
    find: ({ alarms: { frozen }, frozenSeconds }) =>
      frozen.is_on && frozenSeconds !== null && frozenSeconds >= frozen.delay_seconds ? {} : null,
  }),
  rule({
    code: 'low_frame_rate',
    needsMedia: true,
    severity: ({ alarms }) => alarms.low_frame_rate.severity,
    appearsAfterMs: ({ alarms }) => (alarms.low_frame_rate.delay_seconds - frameRateWindowSeconds) * 1_000,
    goesAfterMs: 5_000,
    find: ({ alarms: { low_frame_rate: alarm }, frameRate }) =>
      alarm.is_on && frameRate && frameRate.now < (frameRate.usual * alarm.below_percent) / 100
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
