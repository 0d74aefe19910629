import { z } from 'zod';
import { broadcastRateNames } from '@/lib/core/frame-rate';
import { exportFormatNames, maxHandlesMs, mayHaveProxies } from './export-formats';

export const exportFormatSchema = z.enum(exportFormatNames);

/** Frames a second of an edit's sequence. */
export const sequenceRateSchema = z.enum(broadcastRateNames);

export const exportStatusSchema = z.enum(['waiting', 'running', 'done', 'failed']);

/** Why an export has failed. */
export const exportFaultSchema = z.enum([
  'nothing_recorded',
  'no_marks',
  'nothing_on_air',
  'codec',
  'damaged',
  'cannot_read',
  'disk_full',
  'cannot_write',
  'too_long',
  'gave_up',
]);
export type ExportFault = z.infer<typeof exportFaultSchema>;

/** A way in which a file differs from what its camera sent. */
const exportNoteSchema = z.enum(['sound_pcm', 'sound_aac', 'frames_missing', 'sound_missing']);
export type ExportNote = z.infer<typeof exportNoteSchema>;

/** A file of an export, as its row holds it. */
export const storedExportFileSchema = z.object({
  name: z.string(),
  cameraName: z.string(),
  /** When its first frame was captured, in microseconds since 1970. */
  startUs: z.number(),
  durationUs: z.number(),
  sizeBytes: z.number().int(),
  /** The checksum of its bytes, for the archive. */
  crc32: z.number().int(),
  /** The folder in the archive that it lies in, with a slash at its end. */
  folder: z.string().default(''),
  /** Its name in the archive, where that is another. */
  archiveName: z.string().optional(),
  notes: z.array(exportNoteSchema).default([]),
});
export type StoredExportFile = z.infer<typeof storedExportFileSchema>;

const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** The body of POST /events/{id}/exports. */
export const createExportSchema = z.object({
  export: z
    .object({
      format: exportFormatSchema,
      recording_ids: z.array(z.uuid()).min(1).max(64),
      starts_at: moment.optional().describe('Without it, from the start of the recordings.'),
      ends_at: moment.optional().describe('Without it, to the end of the recordings.'),
      around_marks: z
        .boolean()
        .optional()
        .describe(
          'A clip of each mark in the range, from 10 s before it to 5 s after it, in place of the whole range.',
        ),
      handles_ms: z
        .int()
        .min(0)
        .max(maxHandlesMs)
        .optional()
        .describe('How much the range, or each clip, has before and after it, for an editor to trim.'),
      has_proxies: z
        .boolean()
        .optional()
        .describe(
          'A small version of each file, of 540 lines, beside it. In the archive it has the file’s own name and lies in the folder Proxy, where DaVinci Resolve finds it. Not with mkv, ts, program and otioz.',
        ),
      edit_id: z
        .uuid()
        .optional()
        .describe('The edit whose cuts it has. Without it, the show as tally says that it was cut.'),
      frame_rate: sequenceRateSchema.optional().describe("Of an edit's sequence. Without it, that of most cameras."),
    })
    .refine(({ starts_at: start, ends_at: end }) => !start || !end || start < end, {
      path: ['ends_at'],
      message: 'ends_at must be later than starts_at.',
    })
    .refine(({ format, has_proxies: hasProxies }) => !hasProxies || mayHaveProxies(format), {
      path: ['has_proxies'],
      message: 'has_proxies goes with mov, mp4, fcpxml, otio and edl.',
    }),
});
export type CreateExportInput = z.output<typeof createExportSchema>;

/** An export as the API shows it. */
export const exportSchema = z.object({
  id: z.uuid(),
  type: z.literal('export'),
  attributes: z.object({
    event_id: z.uuid(),
    format: exportFormatSchema,
    recording_ids: z.array(z.uuid()),
    starts_at: z.iso.datetime(),
    ends_at: z.iso.datetime(),
    around_marks: z.boolean(),
    handles_ms: z.int(),
    has_proxies: z.boolean(),
    frame_rate: sequenceRateSchema.nullable(),
    edit_name: z.string().nullable().describe('Of the edit that it is made by; null: the show as it was cut.'),
    status: exportStatusSchema,
    progress: z.number().describe('From 0 to 1.'),
    remaining_ms: z.int().nullable().describe('Null until it is known.'),
    fault: exportFaultSchema
      .nullable()
      .describe(
        'nothing_recorded: no camera has anything of this range; no_marks: the range has no mark any more; nothing_on_air: none of them was on air in it; codec: it does not fit into the format; damaged: what the camera sent cannot be read; cannot_read: the recordings cannot be read; disk_full, cannot_write: the disk of the exports refuses; too_long: it took more than a day, or stood still; gave_up: three exporters have died of it.',
      ),
    files: z.array(
      z.object({
        name: z.string(),
        camera_name: z.string(),
        size_bytes: z.int(),
        notes: z
          .array(exportNoteSchema)
          .describe(
            'What it has otherwise than the camera sent it. sound_pcm, sound_aac: the sound was decoded, and is PCM or AAC now; frames_missing, sound_missing: parts were damaged, and it lacks them.',
          ),
      }),
    ),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().nullable().describe('When its files are removed; null until it is done.'),
  }),
});
export type ExportJson = z.infer<typeof exportSchema>;

/** Where the files of an export are downloaded. */
export const exportDownloadSchema = z.object({
  files: z.array(z.object({ name: z.string(), size_bytes: z.int(), url: z.string() })),
  archive: z
    .object({ name: z.string(), size_bytes: z.int(), url: z.string() })
    .nullable()
    .describe('All files in one ZIP, uncompressed; null where there is one file alone.'),
});
export type ExportDownload = z.infer<typeof exportDownloadSchema>;
