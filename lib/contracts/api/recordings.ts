import { z } from 'zod';
import { lifetimes, timeWords } from '../limits';
import {
  recordedTotalSchema,
  recordingSchema,
  recordingThumbnailSchema,
  recordingTimelineSchema,
  updateRecordingInputSchema,
} from '../recordings';
import { replaySchema } from '../replay';
import { replaySeconds } from '../replay-seconds';
import { streamSchema } from '../streams';
import { declare, idParams } from './declare';
import { pageQuery, pageSchema } from './paging';

const oneStream = z.object({ data: streamSchema });

export const startRecording = declare('startRecording', {
  summary: 'Start recording a stream',
  description: 'From its next keyframe on. Changes nothing of a stream that is recorded already.',
  failures: ['conflict', 'limit_reached'],
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  reply: oneStream,
});

export const stopRecording = declare('stopRecording', {
  summary: 'Stop recording a stream',
  description: 'Changes nothing of a stream that is not recorded.',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  reply: oneStream,
});

const streamsOfEvent = z.object({ data: z.array(streamSchema).describe('The cameras that this call has changed.') });

export const startEventRecording = declare('startEventRecording', {
  summary: 'Record all cameras of an event that are on',
  description: 'Changes nothing of cameras that are recorded already.',
  failures: ['conflict', 'limit_reached'],
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  reply: streamsOfEvent,
});

export const stopEventRecording = declare('stopEventRecording', {
  summary: 'Stop recording all cameras of an event',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  reply: streamsOfEvent,
});

export const listRecordings = declare('listRecordings', {
  summary: 'List the recordings of an event, oldest first, in pages of at most 200',
  auth: 'user',
  apiToken: 'read',
  params: idParams,
  query: pageQuery({ limit: 200, maxLimit: 200 }),
  reply: pageSchema(recordingSchema),
});

export const getRecordedTotal = declare('getRecordedTotal', {
  summary: 'How much of an event is recorded',
  auth: 'user',
  apiToken: 'read',
  params: idParams,
  reply: z.object({ data: recordedTotalSchema }),
});

export const getRecordingTimeline = declare('getRecordingTimeline', {
  summary: 'What a recording has of each moment, and where to play it',
  auth: 'user',
  apiToken: 'read',
  params: idParams,
  reply: z.object({ data: recordingTimelineSchema }),
});

export const getThumbnail = declare('getThumbnail', {
  summary: 'A small picture of a recorded camera at a moment',
  description: 'The last one before the moment, or the first one after it. Null where nothing near it was recorded.',
  auth: 'user',
  apiToken: 'read',
  params: idParams,
  query: z.object({
    at: z.iso
      .datetime({ offset: true, error: 'at must be a time such as 2026-05-01T19:00:00Z.' })
      .optional()
      .describe('The present time by default.'),
  }),
  reply: z.object({ data: recordingThumbnailSchema.nullable() }),
});

export const getReplay = declare('getReplay', {
  summary: 'The last seconds of an event, from every angle that is recorded now',
  description: 'The angles are empty while nothing is recorded.',
  auth: 'user',
  apiToken: 'read',
  params: idParams,
  query: z.object({
    seconds: z.coerce
      .number<number>('seconds must be a number.')
      .min(replaySeconds.min)
      .max(replaySeconds.max)
      .default(replaySeconds.usual),
  }),
  reply: z.object({ data: replaySchema }),
});

export const makeRecordingDownload = declare('makeRecordingDownload', {
  summary: 'Make an address from which a recording is downloaded as one file',
  description: `It answers ranges, needs no session, and holds for ${timeWords(lifetimes.recordingAddress)}, and no longer than your session or API token.`,
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  reply: z.object({ data: z.object({ url: z.string() }) }),
});

export const updateRecording = declare('updateRecording', {
  summary: 'Bring a recording in step with the other cameras',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  body: updateRecordingInputSchema,
  reply: z.object({ data: recordingSchema }),
});

export const deleteRecording = declare('deleteRecording', {
  summary: 'Delete a recording and its files',
  failures: ['conflict'],
  auth: 'user',
  apiToken: 'write',
  params: idParams,
});
