import type { Finding } from '@/lib/contracts/streams';
import { arrivalRules } from './rules/arrival-rules';
import { audioRules } from './rules/audio-rules';
import type { Facts } from './rules/facts';
import { limitRules } from './rules/limit-rules';
import { linkRules } from './rules/link-rules';
import { lossRule } from './rules/loss-rule';
import { noEncoderRule, refusalRules } from './rules/refusal-rules';
import type { FindingText, Rule } from './rules/rule';
import { videoRules } from './rules/video-rules';

/** All rules. Among findings of the same severity this order holds. */
export const rules: readonly Rule[] = [
  ...Object.values(refusalRules),
  lossRule,
  noEncoderRule,
  ...limitRules,
  ...arrivalRules,
  ...linkRules,
  ...audioRules,
  ...videoRules,
];

interface Symptom {
  sinceMs: number;
  lastSeenMs: number;
  /** Null until the problem has lasted long enough. */
  shown: { text: FindingText; severity: Finding['severity']; writtenAtMs: number } | null;
}

/** The problems of a stream that are present or were a moment ago, by the rule's code. */
export type Symptoms = ReadonlyMap<string, Symptom>;

/** Figures change every second; a text must hold still while people read it. */
const rewriteAfterMs = 10_000;
const severities = ['critical', 'warning', 'info'] as const;

/**
 * Updates a stream's symptoms by its facts. Nothing flaps: a finding appears once its problem has lasted the rule's
 * `appearsAfterMs` without a break, stays until the problem has been absent for `goesAfterMs`, and changes its figures
 * every ten seconds at most.
 * @param before the previous result; an empty map at first
 * @param nowMs milliseconds since 1970
 */
export function diagnose(before: Symptoms, facts: Facts, nowMs: number): Symptoms {
  const after = new Map<string, Symptom>();
  for (const rule of rules) {
    const known = before.get(rule.code);
    const text = rule.check(facts);
    const sinceMs = rule.sinceMs?.(facts) ?? known?.sinceMs ?? nowMs;
    if (text) after.set(rule.code, update(rule, known, { text, facts, sinceMs, nowMs }));
    else if (known?.shown && nowMs - known.lastSeenMs < rule.goesAfterMs) after.set(rule.code, known);
  }
  return after;
}

/** The findings to show, the worst first. */
export function findingsOf(symptoms: Symptoms): Finding[] {
  const findings = rules.flatMap(({ code }) => {
    const symptom = symptoms.get(code);
    if (!symptom?.shown) return [];
    const { text, severity } = symptom.shown;
    return [{ code, severity, ...text, since: new Date(symptom.sinceMs).toISOString() }];
  });
  return findings.sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}

interface Sighting {
  text: FindingText;
  facts: Facts;
  sinceMs: number;
  nowMs: number;
}

function update(rule: Rule, known: Symptom | undefined, { text, facts, sinceMs, nowMs }: Sighting): Symptom {
  if (known?.shown && nowMs - known.shown.writtenAtMs < rewriteAfterMs) return { ...known, sinceMs, lastSeenMs: nowMs };
  const afterMs = typeof rule.appearsAfterMs === 'number' ? rule.appearsAfterMs : rule.appearsAfterMs(facts);
  const severity = typeof rule.severity === 'string' ? rule.severity : rule.severity(facts);
  const isDue = nowMs - sinceMs >= afterMs;
  return { sinceMs, lastSeenMs: nowMs, shown: known?.shown || isDue ? { text, severity, writtenAtMs: nowMs } : null };
}
