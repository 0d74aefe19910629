import { type EncoderRefusal, encoderRefusals, srtRefusals } from '../../refusals/srt-refusal';
import type { Facts } from './facts';
import { type Rule, rule } from './rule';

/** Some refusals are an encoder's only while this holds. */
const conditions: Partial<Record<EncoderRefusal, (facts: Facts) => boolean>> = {
  // Once an encoder has been connected, it is a player that waits for the picture.
  stream_key: ({ isConnected, lostAtMs }) => !isConnected && lostAtMs === null,
  // A camera that sends faster than real time has that problem.
  flood: ({ pace }) => pace === null,
};

/** Refused encoders. Most of them hide SRT's reject reason from their user. */
export const refusalRules: Rule[] = encoderRefusals.map((refusal) => {
  const { problem: code } = srtRefusals[refusal];
  const severity = 'severity' in srtRefusals[refusal] ? 'critical' : 'warning';
  return rule({
    code,
    severity,
    // The diagnosis decides how long a refusal counts.
    appearsAfterMs: 0,
    goesAfterMs: 0,
    find: (facts) => (facts.refusal === refusal && (conditions[refusal]?.(facts) ?? true) ? {} : null),
  });
});
