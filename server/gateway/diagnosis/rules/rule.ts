import { type AlarmKind, type AlarmSettings, alarms } from '@/lib/contracts/alarms/alarm-kinds';
import type { ProblemCode, ProblemFigures } from '@/lib/contracts/catalogue/catalogue';
import type { CodedText } from '@/lib/contracts/catalogue/coded-text';
import type { IncidentSeverity } from '@/lib/contracts/streams';
import type { Facts } from './facts';

/** One problem: how it is detected, and how long it must last. The catalogue has its words. */
export interface Rule {
  code: ProblemCode;
  /** An alarm's is what the user has chosen. */
  severity: IncidentSeverity | ((facts: Facts) => IncidentSeverity);
  /** The finding appears once the problem has lasted this long without a break … */
  appearsAfterMs: number | ((facts: Facts) => number);
  /** … and goes once the problem has been absent this long. */
  goesAfterMs: number;
  /** It is measured on the pictures or the sound that arrive. */
  needsMedia?: boolean;
  /** Since when the problem is present, where the facts say so: milliseconds since 1970. */
  sinceMs?(facts: Facts): number | null;
  /** @returns the figures of the problem where it is present, as precise as they are shown; else null */
  find(facts: Facts): CodedText['figures'] | null;
}

const defaultTiming = { appearsAfterMs: 3_000, goesAfterMs: 10_000 };

type RuleEntry<Code extends ProblemCode> = Omit<Rule, 'find' | keyof typeof defaultTiming> &
  Partial<Pick<Rule, keyof typeof defaultTiming>> & { code: Code; find(facts: Facts): ProblemFigures<Code> | null };

/** Makes a rule, whose figures are those of its code, with the default times where it names none. */
export const rule = <Code extends ProblemCode>(entry: RuleEntry<Code>): Rule => ({ ...defaultTiming, ...entry });

interface AlarmRuleEntry<Kind extends AlarmKind>
  extends Partial<Pick<Rule, 'appearsAfterMs' | 'goesAfterMs' | 'needsMedia'>> {
  /** Asked only while the alarm is on. */
  find(alarm: AlarmSettings[Kind], facts: Facts): ProblemFigures<(typeof alarms)[Kind]['finding']> | null;
}

/** Makes the rule of an alarm on what arrives, as severe as its user has chosen. */
export const alarmRule = <Kind extends AlarmKind>(kind: Kind, { find, ...timing }: AlarmRuleEntry<Kind>): Rule => ({
  ...defaultTiming,
  appearsAfterMs: 0,
  needsMedia: true,
  ...timing,
  code: alarms[kind].finding,
  severity: (facts) => facts.alarms[kind].severity,
  find: (facts) => (facts.alarms[kind].is_on ? find(facts.alarms[kind], facts) : null),
});

/** A figure as precise as it is shown: a finding is recorded anew only when its words change. */
export const rounded = (value: number, decimals: 0 | 1 = 0): number => Number(value.toFixed(decimals));
