import { obsStreaming, vmixOutput, vmixQuality } from './places';
import { figure, type Rule, rule } from './rule';

const maxGopSeconds = 4;
/** Cheap crystals are off by up to 50 ppm. */
const maxDriftPpm = 100;
const secondsPerHour = 3_600;

/** What is wrong with the picture as the encoder makes it. */
export const pictureRules: Rule[] = [
  rule({
    code: 'long_gop',
    severity: 'warning',
    find: ({ gopSeconds }) => (gopSeconds !== null && gopSeconds > maxGopSeconds ? gopSeconds : null),
    sentence: (gopSeconds) =>
      `A keyframe comes only every ${figure(gopSeconds, 1)} s: who opens this camera waits that long for the sharp picture, and a broken one stays broken that long.`,
    fix: () => 'Let the encoder send a keyframe every one or two seconds.',
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
      'The camera sends B-frames, which browsers cannot play live: its picture is transcoded here, which costs computing power, and comes later.',
    fix: () => 'Switch B-frames off in the encoder.',
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
      'The camera sends HEVC, which not every browser can play: its picture is transcoded here, which costs computing power and some quality.',
    fix: () => 'Let the encoder send H.264.',
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
      `The frame rate varies: from ${figure(shortest)} to ${figure(longest)} ms pass between two pictures, and motion looks uneven.`,
    fix: () =>
      'Set a constant frame rate that the encoder can hold; give a phone more light, for it slows down in the dark.',
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
    // As far as it is certain.
    find: ({ clockDrift }) =>
      clockDrift && Math.abs(clockDrift.ppm) - clockDrift.errorPpm > maxDriftPpm ? clockDrift.ppm : null,
    sentence: (ppm) => {
      const roundPpm = Math.round(ppm / 10) * 10;
      const perHour = figure((Math.abs(ppm) / 1e6) * secondsPerHour, 1);
      return `The encoder's clock runs ${figure(Math.abs(roundPpm))} ppm too ${ppm > 0 ? 'fast' : 'slow'}, which is ${perHour} s an hour; the picture is held in time here, other receivers may stutter.`;
    },
    fix: () => "Let the encoder's picture and sound run by one clock, and its computer's time be set by the network.",
    settings: () => ({
      obs: 'Properties of the audio source → Use Device Timestamps: off; time of the computer: set automatically',
      larix: 'Time of the phone: set automatically; then stop and start the broadcast',
      vmix: 'Settings → Display → Frame Rate: that of the sources; time of the computer: set automatically',
      ffmpeg: '-use_wallclock_as_timestamps 1 before the -i of a live input',
    }),
  }),
];
