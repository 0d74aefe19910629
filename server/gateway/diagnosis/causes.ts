import type { ProblemCode } from '@/lib/contracts/catalogue/catalogue';
import { roundTripsPerLatency } from '@/lib/core/srt-latency';
import { audioRules } from './rules/audio-rules';
import type { Facts } from './rules/facts';
import { linkRules, maxLossPercent, tcpDelayMs } from './rules/link-rules';
import { videoRules } from './rules/video-rules';

/** A problem that brings others with it: one cause is one alarm. */
interface Cause {
  code: ProblemCode;
  isPresent(facts: Facts): boolean;
  /** Found neither while the cause is present, nor for {@link quietMs} after it. */
  brings: readonly ProblemCode[];
  quietMs: number;
}

const noticedDelayMs = 500;

const codesOf = (rules: readonly { code: ProblemCode }[]) => rules.map(({ code }) => code);

/** The causes, the gravest first. */
export const causes: readonly Cause[] = [
  {
    code: 'camera_lost',
    isPresent: ({ isConnected, lostAtMs, lossCause }) => !isConnected && (lostAtMs !== null || lossCause !== null),
    brings: codesOf([...linkRules, ...audioRules, ...videoRules]),
    // A camera that returns has whole seconds to judge after this time.
    quietMs: 3_000,
  },
  {
    // Black stands still as well, and is the better word for it.
    code: 'picture_black',
    isPresent: ({ blackSeconds }) => blackSeconds !== null && blackSeconds > 0,
    brings: ['picture_frozen'],
    quietMs: 0,
  },
  {
    // A link that needed more latency within the hour gets no advice to lower it.
    code: 'latency_too_low',
    isPresent: ({ lossPercent, rttMs, srtLatencyMs }) =>
      (lossPercent ?? 0) > maxLossPercent ||
      (rttMs !== null && srtLatencyMs !== null && rttMs > srtLatencyMs / roundTripsPerLatency),
    brings: ['latency_too_high'],
    quietMs: 3_600_000,
  },
  {
    // Media that come later and later look like a slow clock, and like a fast one once they catch up.
    code: 'late_by_tcp',
    isPresent: (facts) => tcpDelayMs(facts) > noticedDelayMs,
    brings: ['clock_drift'],
    quietMs: 600_000,
  },
];

/** When each cause was present last, by its code. */
export type CauseTimes = ReadonlyMap<ProblemCode, number>;

/** The causes' times after another look at the facts. */
export function noteCauses(before: CauseTimes, facts: Facts, nowMs: number): CauseTimes {
  const present = causes
    .filter((cause) => cause.isPresent(facts))
    .map(({ code }): [ProblemCode, number] => [code, nowMs]);
  return new Map([...before, ...present]);
}

/** Whether a problem only follows from one that is present, or was a moment ago. */
export const isMuted = (code: ProblemCode, times: CauseTimes, nowMs: number): boolean =>
  causes.some(({ code: cause, brings, quietMs }) => {
    const lastMs = times.get(cause);
    return lastMs !== undefined && nowMs - lastMs <= quietMs && brings.includes(code);
  });
