import type { Finding } from '@/lib/contracts/streams';
import type { Facts } from './facts';

/** The text of a finding. */
export type FindingText = Pick<Finding, 'sentence' | 'fix' | 'settings'>;

/** One problem: how it is detected, what the finding says, and how long it must last. */
export interface Rule {
  code: string;
  /** An alarm's is what the user has chosen. */
  severity: Finding['severity'] | ((facts: Facts) => Finding['severity']);
  /** The finding appears once the problem has lasted this long without a break … */
  appearsAfterMs: number | ((facts: Facts) => number);
  /** … and goes once the problem has been absent this long. */
  goesAfterMs: number;
  /** Since when the problem is present, where the facts say so: milliseconds since 1970. */
  sinceMs?(facts: Facts): number | null;
  /** @returns the text where the problem is present, else null */
  check(facts: Facts): FindingText | null;
}

interface RuleEntry<Figures> extends Omit<Rule, 'check' | 'appearsAfterMs' | 'goesAfterMs'> {
  appearsAfterMs?: Rule['appearsAfterMs'];
  goesAfterMs?: number;
  /** @returns the figures for the text where the problem is present, else null */
  find(facts: Facts): Figures | null;
  sentence(figures: Figures): string;
  fix(figures: Figures): string;
  settings(figures: Figures): Finding['settings'];
}

const defaultTiming = { appearsAfterMs: 3_000, goesAfterMs: 10_000 };

/** Makes a rule of the catalog; the type of its figures stays inside. */
export const rule = <Figures>({ find, sentence, fix, settings, ...entry }: RuleEntry<Figures>): Rule => ({
  ...defaultTiming,
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

/* Where encoders keep the settings that findings name. */
export const obsStreaming = 'Settings → Output → Output Mode: Advanced → Streaming';
export const vmixOutput = 'Settings → Outputs → gear of the output';
export const vmixQuality = `${vmixOutput} → Quality → gear`;
export const larixConnection = 'Settings → Connections → the connection';

export const lowerBitrate: Finding['settings'] = {
  obs: `${obsStreaming} → Bitrate: 6000 Kbps`,
  larix: 'Settings → Video → Bitrate: 6000 Kbps',
  vmix: `${vmixQuality} → Video Bandwidth: 6000000 (bit/s)`,
  ffmpeg: '-b:v 6000k -maxrate 6000k -bufsize 6000k',
};
