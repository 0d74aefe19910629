import { figure, obsStreaming, type Rule, rule, vmixQuality } from './rule';

const timing = { severity: 'critical', appearsAfterMs: 0, goesAfterMs: 3_000 } as const;
const kilobit = 1_000;

/** What a camera sends beyond the limits of this server, so that it is not shown. */
export const limitRules: Rule[] = [
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
    find: ({ excess }) => (excess?.kind === 'fps' ? excess : null),
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
    find: ({ excess }) => (excess?.kind === 'bitrate' ? excess : null),
    sentence: ({ kbps, mostKbps }) =>
      `The camera sends ${figure(kbps / kilobit, 1)} Mbit/s, and this server takes at most ${figure(mostKbps / kilobit, 1)}: nothing of it is shown.`,
    fix: () => 'Lower the bitrate of the encoder.',
    settings: () => ({
      obs: `${obsStreaming} → Bitrate: 6000 Kbps`,
      larix: 'Settings → Video → Bitrate: 6000 Kbps',
      vmix: `${vmixQuality} → Video Bandwidth: 6000000 (bit/s)`,
      ffmpeg: '-b:v 6000k -maxrate 6000k -bufsize 6000k',
    }),
  }),
];
