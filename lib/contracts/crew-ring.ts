// Without zod: the phones' page loads this.
import type { TallyState } from '@/lib/core/tally';

/** Tells the phones of an event that there is news, and which of them are on air and next. It is their room's metadata. */
export interface CrewRing {
  /** Makes each ring another text than the one before. */
  atMs: number;
  /** Ids of streams. Only phones are named: guests learn nothing of other cameras. */
  program: string[];
  preview: string[];
}

export const writeCrewRing = (ring: CrewRing): string => JSON.stringify(ring);

/** Reads a ring. @returns null for a text that says no more than that there is news, as the version before wrote it */
export function readCrewRing(text: string): CrewRing | null {
  try {
    const ring: Partial<CrewRing> = Object.assign({}, JSON.parse(text));
    const { atMs = 0, program, preview } = ring;
    return Array.isArray(program) && Array.isArray(preview) ? { atMs, program, preview } : null;
  } catch {
    return null;
  }
}

/** The tally of a phone by a ring. @param before its tally so far: a camera that no switcher reports stays so */
export function tallyByRing(
  { program, preview }: CrewRing,
  streamId: string,
  before: TallyState | null,
): TallyState | null {
  if (program.includes(streamId)) return 'program';
  if (preview.includes(streamId)) return 'preview';
  return before === 'program' || before === 'preview' ? 'off' : before;
}
