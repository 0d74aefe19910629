import type { Finding } from '@/lib/contracts/streams';

/** The encoders whose settings the doctor knows. */
export const findingEncoders = [
  { id: 'obs', name: 'OBS' },
  { id: 'larix', name: 'Larix' },
  { id: 'vmix', name: 'vMix' },
  { id: 'ffmpeg', name: 'ffmpeg' },
] as const satisfies { id: keyof NonNullable<Finding['settings']>; name: string }[];

export type FindingEncoder = (typeof findingEncoders)[number]['id'];

/** A finding's severity in a word. */
export const severityWord = {
  critical: 'Critical',
  warning: 'Warning',
  info: 'Note',
} as const satisfies Record<Finding['severity'], string>;

/** How many findings there are; people read of problems. */
export const findingCount = ({ length }: Finding[]): string => (length === 1 ? '1 problem' : `${length} problems`);

/** All findings in one line: how many, and the worst one, which is the first. Null where there are none. */
export function findingsHint(findings: Finding[]): string | null {
  const [worst] = findings;
  if (!worst) return null;
  return findings.length === 1 ? worst.sentence : `${findingCount(findings)}: ${worst.sentence}`;
}
