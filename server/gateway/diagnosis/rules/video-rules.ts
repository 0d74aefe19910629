import { frameRateWindowSeconds } from '@/lib/contracts/alarms/alarm-kinds';
import { figure, obsStreaming, type Rule, rule, vmixOutput, vmixQuality } from './rule';

const maxGopSeconds = 4;
/** Cheap crystals are off by up to 50 ppm. */
const maxDriftPpm = 100;
const secondsPerHour = 3_600;

/** Problems of the video as the encoder makes it. */
export const videoRules: Rule[] = [
  rule({
    code: 'picture_black',
    severity: ({ alarms }) => alarms.black.severity,
    appearsAfterMs: 0,
    goesAfterMs: 0,
    find: ({ alarms: { black }, blackSeconds }) =>
      black.is_on && blackSeconds !== null && blackSeconds >= black.delay_seconds ? {} : null,
    sentence: () => 'The picture is black.',
    fix: () => "Check the lens cap, the camera's output and the encoder's source.",
    settings: () => null,
  }),
  rule({
    code: 'picture_frozen',
    severity: ({ alarms }) => alarms.frozen.severity,
    appearsAfterMs: 0,
    goesAfterMs: 0,
    find: ({ alarms: { frozen }, blackSeconds, frozenSeconds }) => {
      // Black stands still as well, and is the better word for it.
      if (!frozen.is_on || (blackSeconds !== null && blackSeconds > 0)) return null;
      return frozenSeconds !== null && frozenSeconds >= frozen.delay_seconds ? {} : null;
    },
    sentence: () => 'The picture is frozen: frames arrive, and all are the same.',
    fix: () => "Check the encoder's source; if the picture stands still on purpose, switch this alarm off.",
    settings: () => null,
  }),
  rule({
    code: 'low_frame_rate',
    severity: ({ alarms }) => alarms.low_frame_rate.severity,
    appearsAfterMs: ({ alarms }) => (alarms.low_frame_rate.delay_seconds - frameRateWindowSeconds) * 1_000,
    goesAfterMs: 5_000,
    find: ({ alarms: { low_frame_rate: alarm }, frameRate }) =>
      alarm.is_on && frameRate && frameRate.now < (frameRate.usual * alarm.below_percent) / 100 ? frameRate : null,
    sentence: ({ now, usual }) =>
      `The frame rate fell to ${figure(now)} frames per second; it was ${figure(usual)}. Motion looks uneven.`,
    fix: () => 'Check the load of the encoder and its network; phones drop frames in low light, so add light.',
    settings: () => null,
  }),
  rule({
    code: 'long_gop',
    severity: 'warning',
    find: ({ gopSeconds }) => (gopSeconds !== null && gopSeconds > maxGopSeconds ? gopSeconds : null),
    sentence: (gopSeconds) =>
      `Keyframes are ${figure(gopSeconds, 1)} s apart, so a picture can take that long to appear or recover.`,
    fix: () => 'Set the encoder to a keyframe every one or two seconds.',
    settings: () => ({
      obs: `${obsStreaming} → Keyframe Interval: 1 s`,
      larix: 'Settings → Video → Keyframe frequency: 1 s',
      vmix: `${vmixQuality} → Keyframe: 1 second`,
      ffmpeg: '-g 60 (every 2 s at 30 fps)',
    }),
  }),
  rule({
    code: 'b_frames',
    severity: 'info',
    find: ({ hasBFrames }) => (hasBFrames ? {} : null),
    sentence: () =>
      'The camera sends B-frames, which browsers cannot play live; its picture is transcoded here, adding load and delay.',
    fix: () => 'Turn off B-frames in the encoder.',
    settings: () => ({
      obs: `${obsStreaming} → x264: x264 Options: bframes=0; hardware encoders: Max B-frames: 0`,
      larix: 'Settings → Video → Profile: Baseline, which has no B-frames',
      vmix: `${vmixQuality} → Profile: Baseline, which has no B-frames`,
      ffmpeg: '-bf 0',
    }),
  }),
  rule({
    code: 'hevc',
    severity: 'info',
    find: ({ videoCodec }) => (videoCodec === 'hevc' ? {} : null),
    sentence: () =>
      'The camera sends HEVC, which not every browser can play; its picture is transcoded here, adding load and losing some quality.',
    fix: () => 'Set the encoder to H.264.',
    settings: () => ({
      obs: `${obsStreaming} → Video Encoder: x264, or one with H.264 in its name`,
      larix: 'Settings → Video → Format: H.264',
      vmix: `${vmixOutput} → Video Codec: H264`,
      ffmpeg: '-c:v libx264',
    }),
  }),
  rule({
    code: 'variable_frame_rate',
    severity: 'info',
    find: ({ unevenFrameMs }) => unevenFrameMs,
    sentence: ({ shortest, longest }) =>
      `The frame rate varies: frames are ${figure(shortest)} to ${figure(longest)} ms apart, so motion looks uneven.`,
    fix: () => 'Set a constant frame rate the encoder can hold; phones drop frames in low light, so add light.',
    settings: () => ({
      obs: `Settings → Video → Common FPS Values: 30; if View → Docks → Stats shows skipped frames: ${obsStreaming} → a faster preset`,
      larix: 'Settings → Video → Frame rate: 30; Settings → Adaptive bitrate → Adaptive frame rate: off',
      vmix: 'Settings → Display → Frame Rate: 30p',
      ffmpeg: '-fps_mode cfr -r 30',
    }),
  }),
  rule({
    code: 'clock_drift',
    severity: 'info',
    appearsAfterMs: 6_000,
    goesAfterMs: 30_000,
    // Only the part of the drift that exceeds the measurement error counts.
    find: ({ clockDrift }) =>
      clockDrift && Math.abs(clockDrift.ppm) - clockDrift.errorPpm > maxDriftPpm ? clockDrift.ppm : null,
    sentence: (ppm) => {
      const roundPpm = Math.round(ppm / 10) * 10;
      const perHour = figure((Math.abs(ppm) / 1e6) * secondsPerHour, 1);
      return `The encoder's clock runs ${figure(Math.abs(roundPpm))} ppm too ${ppm > 0 ? 'fast' : 'slow'}, ${perHour} s per hour; the picture stays in time here, but other receivers may stutter.`;
    },
    fix: () => "Use one clock for picture and sound, and sync the computer's time.",
    settings: () => ({
      obs: 'Properties of the audio source → Use Device Timestamps: off; time of the computer: set automatically',
      larix: 'Time of the phone: set automatically; then stop and start the broadcast',
      vmix: 'Settings → Display → Frame Rate: that of the sources; time of the computer: set automatically',
      ffmpeg: '-use_wallclock_as_timestamps 1 before the -i of a live input',
    }),
  }),
];
