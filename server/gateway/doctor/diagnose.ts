import type { Finding } from '@/lib/contracts/streams';
import { soundRules } from './audio-rules';
import type { Facts } from './facts';
import { linkRules } from './link-rules';
import { noEncoderRule, refusalRules } from './refusal-rules';
import type { Rule, Words } from './rule';
import { pictureRules } from './video-rules';

/** Everything that the doctor knows of; of the same severity, the first comes first. */
export const rules: readonly Rule[] = [
  ...Object.values(refusalRules),
  noEncoderRule,
  ...linkRules,
  ...soundRules,
  ...pictureRules,
];

interface Symptom {
  sinceMs: number;
  lastSeenMs: number;
  /** Null until it has been there for long enough. */
  shown: { words: Words; wordedMs: number } | null;
}

/** What is so at the moment or was lately, by the rule's code. */
export type Course = ReadonlyMap<string, Symptom>;

/** Figures change all the time; what people are reading does not. */
const newWordsAfterMs = 10_000;
const severities = ['critical', 'warning', 'info'] as const;

/**
 * What is found of a stream, from what was and what is now. Nothing flaps: a finding appears when it has been so
 * without a break for its rule's `appearsAfterMs`, stays until it has not been so for `goesAfterMs`, and changes its
 * figures every ten seconds at most.
 * @param before what this function gave the last time; an empty map at first
 * @param nowMs milliseconds since 1970
 */
export function diagnose(before: Course, facts: Facts, nowMs: number): Course {
  const after = new Map<string, Symptom>();
  for (const rule of rules) {
    const known = before.get(rule.code);
    const words = rule.check(facts);
    if (words) after.set(rule.code, seen(rule, known, words, nowMs));
    else if (known?.shown && nowMs - known.lastSeenMs < rule.goesAfterMs) after.set(rule.code, known);
  }
  return after;
}

/** What there is to show of it, the worst first. */
export function findingsOf(course: Course): Finding[] {
  const findings = rules.flatMap(({ code, severity }) => {
    const symptom = course.get(code);
    if (!symptom?.shown) return [];
    return [{ code, severity, ...symptom.shown.words, since: new Date(symptom.sinceMs).toISOString() }];
  });
  return findings.sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}

function seen({ appearsAfterMs }: Rule, known: Symptom | undefined, words: Words, nowMs: number): Symptom {
  const sinceMs = known?.sinceMs ?? nowMs;
  if (known?.shown && nowMs - known.shown.wordedMs < newWordsAfterMs) return { ...known, lastSeenMs: nowMs };
  const isDue = nowMs - sinceMs >= appearsAfterMs;
  return { sinceMs, lastSeenMs: nowMs, shown: known?.shown || isDue ? { words, wordedMs: nowMs } : null };
}
