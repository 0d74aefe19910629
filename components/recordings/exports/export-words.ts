import type { ExportFault, ExportFormat } from '@/lib/contracts/exports';
import { lookUp } from '@/lib/core/look-up';

/** The formats, the one that editors like best first. */
export const formatWords: Record<ExportFormat, { name: string; text: string }> = {
  mov: { name: 'MOV', text: 'MOV, with time code' },
  mp4: { name: 'MP4', text: 'MP4, with time code' },
  mkv: { name: 'MKV', text: 'MKV' },
  ts: { name: 'MPEG-TS', text: 'MPEG-TS, as it came' },
  program: { name: 'Live cut', text: 'Live cut as one MP4' },
  otioz: { name: 'OTIOZ', text: 'Edit of the live cut, for DaVinci Resolve (.otioz)' },
  fcpxml: { name: 'FCPXML', text: 'Edit of the live cut, for Final Cut Pro (FCPXML)' },
  otio: { name: 'OTIO', text: 'Edit of the live cut, as OpenTimelineIO' },
  edl: { name: 'EDL', text: 'Edit of the live cut, as EDLs (CMX 3600)' },
};

/** Whether a text of a form names a format. */
export const isExportFormat = (text: string): text is ExportFormat => text in formatWords;

const faultWords: Record<ExportFault, string> = {
  nothing_recorded: 'Nothing was recorded in this range. Choose another one.',
  nothing_on_air: 'No chosen camera was on air in this range. Choose another one.',
  codec: 'A codec of this camera does not fit into this format. Export as MKV or MPEG-TS.',
  damaged: 'What the camera sent is too damaged to be read. Export as MPEG-TS.',
  cannot_read: 'The recordings could not be read. Try again.',
  disk_full: 'Too little of the disk is free for these files. Free some space, then try again.',
  cannot_write: 'The files could not be written. Try again.',
  gave_up: 'The export was tried three times and did not come to its end.',
};

/** Why an export has failed, and what to do. @param fault may be one of a later version */
export const exportFaultWords = (fault: string): string =>
  lookUp(faultWords, fault) ?? `The export has failed: ${fault}.`;
