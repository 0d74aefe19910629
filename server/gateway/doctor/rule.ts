import type { Finding } from '@/lib/contracts/streams';
import type { Facts } from './facts';

/** What a finding says. */
export type Words = Pick<Finding, 'sentence' | 'fix' | 'settings'>;

/** How one thing that can be wrong is told, what is said of it, and how patiently. */
export interface Rule {
  code: string;
  severity: Finding['severity'];
  /** The finding appears when it has been so without a break for this long … */
  appearsAfterMs: number;
  /** … and goes when it has not been so for this long. */
  goesAfterMs: number;
  /** What to say where it is so, else null. */
  check(facts: Facts): Words | null;
}

interface RuleEntry<Figures> extends Omit<Rule, 'check' | 'appearsAfterMs' | 'goesAfterMs'> {
  appearsAfterMs?: number;
  goesAfterMs?: number;
  /** The figures of it where it is so, else null. */
  find(facts: Facts): Figures | null;
  sentence(figures: Figures): string;
  fix(figures: Figures): string;
  settings(figures: Figures): Finding['settings'];
}

const patience = { appearsAfterMs: 3_000, goesAfterMs: 10_000 };

/** A rule of the catalogue; its figures are known to itself alone. */
export const rule = <Figures>({ find, sentence, fix, settings, ...entry }: RuleEntry<Figures>): Rule => ({
  ...patience,
  ...entry,
  check(facts) {
    const figures = find(facts);
    return figures === null ? null : { sentence: sentence(figures), fix: fix(figures), settings: settings(figures) };
  },
});

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A figure as people write it: 1,234 or 1,234.5 */
export const figure = (value: number, decimals: 0 | 1 = 0): string => (decimals === 0 ? whole : tenths).format(value);
