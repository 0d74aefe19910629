import { alarmKindOf } from '@/lib/contracts/alarms/alarm-kinds';
import type { FoundProblem } from '@/lib/contracts/catalogue/found-problem';
import { type CauseTimes, isMuted, noteCauses } from './causes';
import { arrivalRules } from './rules/arrival-rules';
import { audioRules } from './rules/audio-rules';
import type { Facts } from './rules/facts';
import { limitRules } from './rules/limit-rules';
import { linkRules } from './rules/link-rules';
import { missingRules } from './rules/missing-rules';
import { refusalRules } from './rules/refusal-rules';
import type { Rule } from './rules/rule';
import { videoRules } from './rules/video-rules';

/** All rules. Among findings of the same severity this order holds. */
export const rules: readonly Rule[] = [
  ...refusalRules,
  ...missingRules,
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
  shown: (Pick<FoundProblem, 'figures' | 'severity'> & { atMs: number }) | null;
}

/** A stream's diagnosis between two looks at the facts. */
export interface Symptoms {
  /** The problems that are present or were a moment ago, by the rule's code. */
  problems: ReadonlyMap<string, Symptom>;
  causes: CauseTimes;
}

export const noSymptoms: Symptoms = { problems: new Map(), causes: new Map() };

/** Figures change every second; a text must hold still while people read it. */
const figuresHoldMs = 10_000;
const severities = ['critical', 'warning', 'info'] as const;

/**
 * Updates a stream's symptoms by its facts, without flapping. A finding appears once its problem has lasted the rule's
 * `appearsAfterMs` without a break, and stays until the problem has been absent for `goesAfterMs`. Its figures change
 * every ten seconds at most. A problem that follows from another one is no finding (causes.ts). While nothing arrives for
 * a moment, what can be seen of pictures and sound alone neither appears nor goes.
 * @param before the previous result; {@link noSymptoms} at first
 * @param nowMs milliseconds since 1970
 */
export function diagnose(before: Symptoms, facts: Facts, nowMs: number): Symptoms {
  const causes = noteCauses(before.causes, facts, nowMs);
  const problems = new Map<string, Symptom>();
  for (const rule of rules) {
    const known = before.problems.get(rule.code);
    if (isMuted(rule.code, causes, nowMs)) continue;
    if (facts.isPausing && rule.needsMedia) {
      if (known) problems.set(rule.code, known);
      continue;
    }
    const figures = rule.find(facts);
    const sinceMs = rule.sinceMs?.(facts) ?? known?.sinceMs ?? nowMs;
    if (figures) problems.set(rule.code, update(rule, known, { figures, facts, sinceMs, nowMs }));
    else if (known?.shown && nowMs - known.lastSeenMs < rule.goesAfterMs) problems.set(rule.code, known);
  }
  return { problems, causes };
}

/** The findings to show, the worst first. */
export function findingsOf({ problems }: Symptoms): FoundProblem[] {
  const findings = rules.flatMap(({ code }) => {
    const symptom = problems.get(code);
    if (!symptom?.shown) return [];
    const { figures, severity } = symptom.shown;
    return [{ code, figures, severity, since: new Date(symptom.sinceMs).toISOString() }];
  });
  return findings.sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}

interface Sighting {
  figures: FoundProblem['figures'];
  facts: Facts;
  sinceMs: number;
  nowMs: number;
}

function update(rule: Rule, known: Symptom | undefined, { figures, facts, sinceMs, nowMs }: Sighting): Symptom {
  // A quiet alarm that is there already becomes a note. Another one waits, and appears with its true beginning.
  const isQuiet = facts.isQuiet && alarmKindOf(rule.code) !== null;
  const severity = isQuiet ? 'info' : typeof rule.severity === 'string' ? rule.severity : rule.severity(facts);
  const isHeld = known?.shown && nowMs - known.shown.atMs < figuresHoldMs;
  if (isHeld && known.shown?.severity === severity) return { ...known, sinceMs, lastSeenMs: nowMs };
  const afterMs = typeof rule.appearsAfterMs === 'number' ? rule.appearsAfterMs : rule.appearsAfterMs(facts);
  const isDue = !isQuiet && nowMs - sinceMs >= afterMs;
  return { sinceMs, lastSeenMs: nowMs, shown: known?.shown || isDue ? { figures, severity, atMs: nowMs } : null };
}
