import type { ExportFault, ExportNote } from '@/lib/contracts/exports';
import { lookUp } from '@/lib/core/look-up';
import { localUsOf, wallUsOf } from '@/lib/core/time-zone';

const faultWords: Record<ExportFault, string> = {
  nothing_recorded: 'Nothing was recorded in this range. Choose another one.',
  no_marks: 'This range has no mark any more. Choose another one.',
  nothing_on_air: 'No chosen camera was on air in this range. Choose another one.',
  codec: 'The picture or sound of this camera does not fit into this format. Export as MOV or MKV, or as MPEG-TS.',
  damaged: 'What the camera sent is too damaged to be read. Export as MPEG-TS.',
  cannot_read: 'The recordings could not be read. Try again.',
  disk_full: 'Too little of the disk is free for these files. Free some space, then try again.',
  cannot_write: 'The files could not be written. Try again.',
  too_long: 'The export took too long. Export a shorter range, or fewer cameras.',
  gave_up: 'The export was tried three times and did not come to its end.',
};

/** Why an export has failed, and what to do. @param fault may be one of a later version */
export const exportFaultWords = (fault: string): string =>
  lookUp(faultWords, fault) ?? `The export has failed: ${fault}.`;

const noteWords: Record<ExportNote, string> = {
  sound_pcm: 'Its sound was decoded: editors do not read it as the camera sent it.',
  sound_aac: 'Its sound was encoded again as AAC: this format cannot hold it as the camera sent it.',
  frames_missing: 'Frames that came damaged are missing.',
  sound_missing: 'Sound that came damaged is missing.',
};

/** Says how a file differs from what its camera sent. @param note may be one of a later version */
export const exportNoteWords = (note: string): string => lookUp(noteWords, note) ?? `Note: ${note}.`;

/** A moment as an input of the type datetime-local has it, by the clocks of a time zone and to the second. */
export const toLocalTime = (ms: number, timeZone: string): string =>
  new Date(localUsOf(ms * 1_000, timeZone) / 1_000).toISOString().slice(0, 19);

/**
 * The moment of such an input, in milliseconds since 1970.
 * @param shownMs counts where the text still says that, since it is more exact
 */
export const fromLocalTime = (text: string, shownMs: number, timeZone: string): number =>
  text === toLocalTime(shownMs, timeZone) ? shownMs : wallUsOf(Date.parse(`${text}Z`) * 1_000, timeZone) / 1_000;
