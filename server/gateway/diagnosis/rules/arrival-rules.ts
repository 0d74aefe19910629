import type { Arrival } from '@/lib/contracts/worker-protocol';
import { type Rule, rule } from './rule';

/** A connection takes a moment until its first tables and its first keyframe. */
const timing = { severity: 'critical', appearsAfterMs: 3_000, goesAfterMs: 0 } as const;
const keyframeAfterMs = 8_000;
const cutAfterMs = 5_000;

type Kind = Exclude<Arrival['kind'], 'unsupported_video'>;

const arrivalRule = (kind: Kind, code: Rule['code'], appearsAfterMs: number = timing.appearsAfterMs): Rule =>
  rule({ ...timing, code, appearsAfterMs, find: ({ arrival }) => (arrival?.kind === kind ? {} : null) });

/** Rules for feeds that arrive but cannot be shown. */
export const arrivalRules: Rule[] = [
  arrivalRule('nothing', 'nothing_arrives'),
  arrivalRule('matroska', 'sends_matroska'),
  arrivalRule('flv', 'sends_flv'),
  arrivalRule('mp4', 'sends_mp4'),
  arrivalRule('unknown', 'not_mpegts'),
  arrivalRule('scrambled', 'scrambled'),
  arrivalRule('no_tables', 'no_tables'),
  arrivalRule('no_media', 'no_media'),
  arrivalRule('no_frames', 'no_frames'),
  arrivalRule('no_keyframe', 'no_keyframe', keyframeAfterMs),
  arrivalRule('cut_keyframes', 'cut_keyframes', cutAfterMs),
  rule({
    ...timing,
    code: 'video_not_decodable',
    find: ({ arrival }) => (arrival?.kind === 'unsupported_video' ? { codec: arrival.codec } : null),
  }),
];
