import { formatTime } from '@/lib/browser/page/format-time';
import { countWords } from '@/lib/contracts/catalogue/figure-words';
import type { Finding } from '@/lib/contracts/streams';
import { lookUp } from '@/lib/core/look-up';

/** The encoders whose settings the doctor knows. */
export const findingEncoders = [
  { id: 'obs', name: 'OBS' },
  { id: 'larix', name: 'Larix' },
  { id: 'vmix', name: 'vMix' },
  { id: 'ffmpeg', name: 'ffmpeg' },
] as const satisfies { id: keyof NonNullable<Finding['settings']>; name: string }[];

export type FindingEncoder = (typeof findingEncoders)[number]['id'];

const severityWords = { critical: 'Critical', warning: 'Warning', info: 'Note' };

/** A finding's severity in a word. A severity that this page does not know stays as it is. */
export const severityWord = ({ severity }: Finding): string => lookUp(severityWords, severity) ?? severity;

/** How many findings there are, such as "2 problems, 1 note". */
export function findingCount(findings: Finding[]): string {
  const notes = findings.filter(({ severity }) => severity === 'info').length;
  const counts = [
    [findings.length - notes, 'problem'],
    [notes, 'note'],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => countWords(count, word))
    .join(', ');
}

/**
 * The text of a finding. For a lost camera it names the end of the live picture, in the user's time zone, and what to
 * check. The server's sentence gives the cause.
 */
export function findingText({ code, sentence, fix, since }: Finding): Pick<Finding, 'sentence' | 'fix'> {
  if (code !== 'camera_lost') return { sentence, fix };
  const check = fix.charAt(0).toLowerCase() + fix.slice(1);
  return { sentence: `Was live until ${formatTime(new Date(since))}; ${check}`, fix: sentence };
}

/** All findings in one line: how many, and the worst one, which is the first. Null where there are none. */
export function findingsHint(findings: Finding[]): string | null {
  const [worst] = findings;
  if (!worst) return null;
  const { sentence } = findingText(worst);
  return findings.length === 1 ? sentence : `${findingCount(findings)}: ${sentence}`;
}
