import { formatCount } from '@/lib/browser/page/format-count';
import type { RecorderFault, RecordingJson, ShownUpload, UploadFault } from '@/lib/contracts/recordings';
import { lookUp } from '@/lib/core/look-up';

const faultWords: Record<RecorderFault, string> = {
  disk_full: 'Recording has paused: the disk is full. Free some space and it goes on by itself.',
  disk_nearly_full: 'Not recording: less than 5 % of the disk is free. Free some space and it begins by itself.',
  cannot_write: 'Recording has paused: the disk refuses to write. It tries again every second.',
  too_slow: 'Parts are missing from the recording: the disk does not keep up with this camera.',
};

/** One sentence about what keeps a recorder from writing. @param fault may be one of a later version */
export const faultWordsOf = (fault: string): string => lookUp(faultWords, fault) ?? `Recording has trouble: ${fault}.`;

const uploadWords: Record<UploadFault, string> = {
  bucket_away: 'The bucket does not answer.',
  bucket_refuses: 'The bucket refuses recordings: check its key and rights.',
};

/** One or two sentences about what waits for the bucket. Its fault may be one of a later version. */
export function uploadWordsOf({ fault, waiting_bytes: bytes }: ShownUpload): string {
  if (fault === null) return `${sizeWords(bytes)} are on their way to the bucket.`;
  const cause = lookUp(uploadWords, fault) ?? 'The bucket has trouble.';
  return `${cause} ${sizeWords(bytes)} wait on the disk, and go up by themselves.`;
}

/** A duration like 0:07, 12:34 or 1:02:03. */
export const durationWords = (ms: number): string => formatCount(Math.max(0, Math.floor(ms / 1_000)));

/** A size like 1.4 GB. */
export function sizeWords(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit: units[power] ?? 'byte',
    maximumFractionDigits: power < 2 ? 0 : 1,
  }).format(bytes / 1_000 ** power);
}

/** A sentence about recordings that are deleted with their event, with a space before it; empty where there are none. */
export function goneWords(recordings: RecordingJson[]): string {
  if (recordings.length === 0) return '';
  const size = sizeWords(recordings.reduce((sum, { attributes }) => sum + attributes.size_bytes, 0));
  return recordings.length === 1
    ? ` Its recording of ${size} is gone for good.`
    : ` Its ${recordings.length} recordings of ${size} are gone for good.`;
}
