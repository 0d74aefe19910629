import { figure, lowerBitrate, type Rule, rule, vmixQuality } from './rule';

const timing = { severity: 'critical', appearsAfterMs: 0, goesAfterMs: 3_000 } as const;
const kilobit = 1_000;

/** What a camera sends beyond the limits of this server, so that it is not shown; and media that comes too fast. */
export const limitRules: Rule[] = [
  rule({
    code: 'faster_than_real_time',
    ...timing,
    find: ({ pace, isConnected, excess, refusal }) =>
      isConnected || excess !== null || refusal === 'flood' ? pace : null,
    sentence: (pace) =>
      `The encoder sends ${figure(pace, pace < 10 ? 1 : 0)} times faster than real time, so the picture cannot play as it should.`,
    fix: () => 'Have the encoder read its file in real time.',
    settings: () => ({
      obs: 'Add the file as a Media Source: OBS plays it in real time',
      larix: 'Larix sends in real time: another device uses this camera’s key',
      vmix: 'Add the file as an input: vMix plays it in real time',
      ffmpeg: '-re before the -i of a file',
    }),
  }),
  rule({
    code: 'too_large',
    ...timing,
    find: ({ excess }) => (excess?.kind === 'size' ? excess : null),
    sentence: ({ width, height, mostPixels }) =>
      `The camera sends ${figure(width)} × ${figure(height)} pixels, and this server takes at most ${figure(mostPixels)} × ${figure(mostPixels)}: its picture is not shown.`,
    fix: () => 'Set the encoder to a lower resolution, such as 1920 × 1080.',
    settings: () => ({
      obs: 'Settings → Video → Output (Scaled) Resolution: 1920x1080',
      larix: 'Settings → Video → Resolution: 1920x1080',
      vmix: `${vmixQuality} → Resolution: 1920x1080`,
      ffmpeg: '-vf scale=1920:1080',
    }),
  }),
  rule({
    code: 'too_many_frames',
    ...timing,
    find: ({ excess, pace }) => (excess?.kind === 'fps' && pace === null ? excess : null),
    sentence: ({ fps, mostFps }) =>
      `The camera sends ${figure(fps)} frames per second, and this server takes at most ${figure(mostFps)}: its picture is not shown.`,
    fix: () => 'Set the encoder to a lower frame rate, such as 30 frames per second.',
    settings: () => ({
      obs: 'Settings → Video → Common FPS Values: 30',
      larix: 'Settings → Video → Frame rate: 30',
      vmix: 'Settings → Display → Frame Rate: 30p',
      ffmpeg: '-r 30',
    }),
  }),
  rule({
    code: 'too_high_bitrate',
    ...timing,
    find: ({ excess, pace }) => (excess?.kind === 'bitrate' && pace === null ? excess : null),
    sentence: ({ kbps, mostKbps }) =>
      `The camera sends ${figure(kbps / kilobit, 1)} Mbit/s, and this server takes at most ${figure(mostKbps / kilobit, 1)}: nothing of it is shown.`,
    fix: () => 'Lower the bitrate of the encoder.',
    settings: () => lowerBitrate,
  }),
];
