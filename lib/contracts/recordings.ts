import { z } from 'zod';
import { maxOffsetMs } from '@/lib/core/calibration-code';
import { captureClocks } from '@/lib/core/capture-fit';
import { lifetimes, timeWords } from './limits';

/** Why a recorder does not write, or not everything. */
export const recorderFaultSchema = z.enum(['disk_full', 'disk_nearly_full', 'cannot_write', 'too_slow']);
export type RecorderFault = z.infer<typeof recorderFaultSchema>;

/** A worker's task of recording. */
export const recordingTaskSchema = z.object({
  recordingId: z.string(),
  /** Its own folder, as the worker's machine sees it; a relative one is in the worker's RECORDINGS_DIR. */
  folder: z.string(),
});
export type RecordingTask = z.infer<typeof recordingTaskSchema>;

/** Why a recording does not get into the bucket. */
export const uploadFaultSchema = z.enum(['bucket_away', 'bucket_refuses']);
export type UploadFault = z.infer<typeof uploadFaultSchema>;

/** A recording's bytes that are on a disk, and not in the bucket yet. */
export const uploadStateSchema = z.object({
  waitingBytes: z.number().int().min(0),
  /** For how long the oldest of these bytes has been there. */
  behindMs: z.number().int().min(0),
  fault: uploadFaultSchema.nullable(),
});
export type UploadState = z.infer<typeof uploadStateSchema>;

/** How a worker's recorder is doing. */
export const recorderStateSchema = z.object({
  recordingId: z.string(),
  /** On the disk by this worker. */
  sizeBytes: z.number().int().min(0),
  /** How long the oldest byte has waited for the disk. */
  behindMs: z.number().int().min(0),
  /** Free space of the recordings' disk; null until it is known. */
  freePercent: z.number().nullable(),
  /** The same in bytes; null until it is known, and from workers of before. */
  freeBytes: z.number().int().min(0).nullable().default(null),
  fault: recorderFaultSchema.nullable(),
  /** Reported by the uploader beside it; null where it has none. */
  upload: uploadStateSchema.nullable().default(null),
});
export type RecorderState = z.infer<typeof recorderStateSchema>;

/** A recording's uploads, as its row holds them: one for each disk on which something waits. */
export const storedUploadsSchema = z.record(z.string(), uploadStateSchema);

/** The state of a recorder that has not written yet. */
export const newRecorderState: Omit<RecorderState, 'recordingId'> = {
  sizeBytes: 0,
  behindMs: 0,
  freePercent: null,
  freeBytes: null,
  fault: null,
  upload: null,
};

/** The recorder's state as a stream's row holds it. */
export const storedRecorderSchema = recorderStateSchema.omit({ recordingId: true }).extend({
  /** On the disk by all of the recording's workers. */
  sizeBytes: z.number().int().min(0),
  /** On the disk by the present one. */
  workerBytes: z.number().int().min(0).optional(),
  startedAt: z.iso.datetime(),
});

/** An upload as the API shows it. */
export const shownUploadSchema = z.object({
  waiting_bytes: z.int().describe('On a disk, and not in the bucket yet.'),
  behind_ms: z.int().describe('For how long the oldest of these bytes has waited; about ten seconds are usual.'),
  fault: uploadFaultSchema
    .nullable()
    .describe('bucket_away: the bucket does not answer; bucket_refuses: it allows this server too little.'),
});
export type ShownUpload = z.infer<typeof shownUploadSchema>;

/** An upload in the API's words. */
export const showUpload = ({ waitingBytes, behindMs, fault }: UploadState): ShownUpload => ({
  waiting_bytes: waitingBytes,
  behind_ms: behindMs,
  fault,
});

/** The recording of a stream that goes on, as the API shows it. */
export const currentRecordingSchema = z.object({
  id: z.uuid(),
  started_at: z.iso.datetime(),
  size_bytes: z.int().describe('On the disk so far.'),
  behind_ms: z.int().describe('How long the oldest byte has waited for the disk.'),
  free_percent: z.number().nullable().describe('Free space of the recordings’ disk; null until it is known.'),
  free_bytes: z.int().nullable().describe('The same in bytes.'),
  fault: recorderFaultSchema
    .nullable()
    .describe(
      'disk_full: nothing more fits; disk_nearly_full: too little is free to begin; cannot_write: the disk refuses; too_slow: the disk does not keep up.',
    ),
  upload: shownUploadSchema.nullable().describe('Null where recordings stay on the disk.'),
});
export type CurrentRecording = z.infer<typeof currentRecordingSchema>;

/** A recording as the API shows it. */
export const recordingSchema = z.object({
  id: z.uuid(),
  type: z.literal('recording'),
  attributes: z.object({
    event_id: z.uuid(),
    stream_id: z.uuid().nullable().describe('Null once the camera is deleted.'),
    camera_name: z.string().describe('At the start.'),
    started_at: z.iso.datetime(),
    ended_at: z.iso.datetime().nullable().describe('Null while it goes on.'),
    size_bytes: z.int(),
    offset_ms: z.int().describe('Added to its times, so that it is in step with the other cameras.'),
    upload: shownUploadSchema.nullable().describe('Null once nothing waits for the bucket.'),
  }),
});
export type RecordingJson = z.infer<typeof recordingSchema>;

/** The total of an event's recordings. */
export const recordedTotalSchema = z.object({
  size_bytes: z.int().describe('Of all cameras.'),
  duration_ms: z.int().describe('For how long at least one camera was recorded, until now.'),
});
export type RecordedTotal = z.infer<typeof recordedTotalSchema>;

/** A small picture of one moment of a camera. */
export const recordingThumbnailSchema = z.object({
  recording_id: z.uuid(),
  at_us: z.int().describe('When it was captured, in microseconds since 1970.'),
  url: z
    .string()
    .describe(
      `JPEG; the address holds for ${timeWords(lifetimes.recordingAddress)}, and no longer than your session or API token.`,
    ),
});
export type RecordingThumbnail = z.infer<typeof recordingThumbnailSchema>;

export const updateRecordingInputSchema = z.object({
  recording: z.object({
    offset_ms: z
      .int()
      .min(-maxOffsetMs)
      .max(maxOffsetMs)
      .describe('Added to its times, in milliseconds. The camera’s next recordings begin with it.'),
  }),
});

/** A player loads a part at once: from a keyframe to the next, in a long run to a later one. */
export const recordingPartSchema = z.object({
  start_us: z.int().describe('When the camera captured its first frame, in microseconds since 1970.'),
  duration_us: z.int(),
  begins_run: z
    .boolean()
    .describe('It does not go on from the part before: something is missing, or the format is another.'),
});

/** How the times of a run of parts are known. */
const recordingRunSchema = z.object({
  start_us: z.int().describe('Of its first part.'),
  clock: z
    .enum(captureClocks)
    .describe(
      'encoder: the encoder’s own time of capture; sound: heard together with other cameras; calibrated: measured by a person; sent: the time of sending; arrival: the time of arrival.',
    ),
  uncertainty_ms: z.int().describe('Its times are within so much of the true ones, as far as that clock can say.'),
  apart_ms: z
    .int()
    .nullable()
    .describe(
      'How much later it stands than the camera’s own timestamps say since the run before. Null if they began anew.',
    ),
  shift_ms: z.int().describe('Was added to its times: by sound, or by the offset of the recording.'),
});
export type RecordingRun = z.infer<typeof recordingRunSchema>;

/** A recording in time, for players. */
export const recordingTimelineSchema = z.object({
  parts: z
    .array(recordingPartSchema)
    .describe(
      'In the order of the playlist. A part is a group of pictures, or about four seconds after the first hour of a run.',
    ),
  runs: z.array(recordingRunSchema).describe('One for each part that begins a run, and for the first.'),
  format: z
    .object({
      video_codec: z.string().nullable(),
      audio_codec: z.string().nullable(),
      width: z.int().nullable(),
      height: z.int().nullable(),
    })
    .nullable()
    .describe('What the camera sent last.'),
  playlist_url: z
    .string()
    .describe(
      `HLS, without a token of its own; the address holds for ${timeWords(lifetimes.recordingAddress)}, and no longer than your session or API token.`,
    ),
  thumbnails: z
    .array(z.object({ at_us: z.int(), url: z.string() }))
    .describe(
      'Small pictures for a timeline, in JPEG: about one each ten seconds, in a recording of a day each thirty; oldest first.',
    ),
});
export type RecordingTimeline = z.infer<typeof recordingTimelineSchema>;
