import { type Rule, rounded, rule } from './rule';

const timing = { severity: 'critical', appearsAfterMs: 0, goesAfterMs: 3_000 } as const;
/** The bitrate is shown in tenths of a megabit. */
const bitrateStepKbps = 100;

/** Media beyond the limits of this server, which is not shown; and media that comes too fast. */
export const limitRules: Rule[] = [
  rule({
    code: 'faster_than_real_time',
    ...timing,
    find: ({ pace, isConnected, excess, refusal }) =>
      pace !== null && (isConnected || excess !== null || refusal === 'flood')
        ? { pace: rounded(pace, pace < 10 ? 1 : 0) }
        : null,
  }),
  rule({
    code: 'too_large',
    ...timing,
    find({ excess }) {
      if (excess?.kind !== 'size') return null;
      const { width, height, mostPixels } = excess;
      return { width, height, mostPixels };
    },
  }),
  rule({
    code: 'too_many_frames',
    ...timing,
    find: ({ excess, pace }) =>
      excess?.kind === 'fps' && pace === null ? { fps: excess.fps, mostFps: excess.mostFps } : null,
  }),
  rule({
    code: 'too_high_bitrate',
    ...timing,
    find: ({ excess, pace }) =>
      excess?.kind === 'bitrate' && pace === null
        ? { kbps: Math.round(excess.kbps / bitrateStepKbps) * bitrateStepKbps, mostKbps: excess.mostKbps }
        : null,
  }),
];
