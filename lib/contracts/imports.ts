import { z } from 'zod';
import { nameSchema } from './name-schema';

/** The longest file that becomes a recording. */
export const maxImportSeconds = 12 * 3_600;

/**
 * `receiving`: bytes are missing. `waiting`, `running`: an exporter is to convert it, or does so. `done`: it is a recording.
 */
export const importStatusSchema = z.enum(['receiving', 'waiting', 'running', 'done', 'failed']);

/** Why an upload did not become a recording, and what to say of it. */
export const importFaults = {
  not_video: 'This is no video file that can be read, or its end is missing. Upload MP4, MOV, MKV, WebM or MPEG-TS.',
  no_video: 'The file has no picture. Upload a file with video.',
  cut_off: 'The file ends before its video does. Copy it again from the camera or card, then upload it.',
  damaged: 'The file is damaged. Export it again from the program that made it, then upload it.',
  codec: 'The file’s picture or sound has a format that cannot be converted. Export it as H.264 in MP4.',
  too_long: 'The file is longer than 12 hours, or than your plan has room for. Cut it, then upload it.',
  too_large: 'As a recording the file would be larger than there is room for. Delete recordings, or cut the file.',
  too_slow: 'The conversion took too long. Export the file as H.264 in MP4, then upload it.',
  disk_full: 'The server’s disk has no room for the recording. Delete recordings, then upload the file again.',
  cannot_read: 'The server could not read what was uploaded. Upload the file again.',
  cannot_write: 'The server could not store the recording. Upload the file again.',
  gave_up: 'The conversion broke off several times. Export the file as H.264 in MP4, then upload it.',
} as const;
export type ImportFault = keyof typeof importFaults;

export const importFaultSchema = z.enum(Object.keys(importFaults) as [ImportFault, ...ImportFault[]]);

/** The body of POST /events/{id}/imports. */
export const createImportSchema = z.object({
  import: z.object({
    name: nameSchema('File name').describe('The recording is called by it, without its ending.'),
    size_bytes: z
      .int('size_bytes must be the size of the file.')
      .min(1, 'The file is empty. Choose one with video.')
      .describe('All of them must be brought before the file is converted.'),
  }),
});
export type CreateImportInput = z.output<typeof createImportSchema>;

/** An upload as the API shows it. */
export const importSchema = z.object({
  id: z.uuid(),
  type: z.literal('import'),
  attributes: z.object({
    event_id: z.uuid(),
    name: z.string(),
    size_bytes: z.int(),
    received_bytes: z.int().describe('The next bytes begin here.'),
    status: importStatusSchema.describe(
      'receiving: bytes are missing; waiting, running: it is to be converted, or is being converted; done: it is a recording.',
    ),
    progress: z.number().describe('Of the conversion, from 0 to 1.'),
    fault: importFaultSchema.nullable().describe('A code; message has the sentence.'),
    message: z.string().nullable().describe('Why it has failed, and what to do.'),
    recording_id: z.uuid().nullable().describe('Null until it is done.'),
    created_at: z.iso.datetime(),
  }),
});
export type ImportJson = z.infer<typeof importSchema>;
