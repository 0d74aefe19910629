import { z } from 'zod';
import { acknowledgeInputSchema } from '../alarms/alarms';
import { ptzInputSchema } from '../ptz';
import { directReplayInputSchema } from '../replay-out';
import {
  createStreamInputSchema,
  incidentSchema,
  listStreamsQuerySchema,
  stillJsonSchema,
  streamSchema,
  updateStreamInputSchema,
  viewerStreamSchema,
} from '../streams';
import { declare, idParams } from './declare';
import { pageQuery, pageSchema, wholeList } from './paging';

const oneStream = z.object({ data: streamSchema });
const oneStreamToViewer = z.object({ data: viewerStreamSchema });

export const listStreams = declare('listStreams', {
  summary: 'List the streams of the organization or of one event, oldest first, all in one answer up to 2000',
  failures: ['not_found'],
  auth: 'user',
  apiToken: 'read',
  query: listStreamsQuerySchema.extend(pageQuery(wholeList).shape),
  reply: pageSchema(streamSchema),
  replyToViewer: pageSchema(viewerStreamSchema),
});

export const createStream = declare('createStream', {
  summary: 'Add a stream to an event',
  description: 'It is off, and has keys of its own: where the encoder sends to, and where players receive.',
  failures: ['not_found', 'limit_reached'],
  auth: 'user',
  apiToken: 'write',
  body: createStreamInputSchema,
  reply: oneStream,
  status: 201,
});

export const getStream = declare('getStream', {
  summary: 'Get a stream',
  auth: 'user',
  apiToken: 'read',
  params: idParams,
  reply: oneStream,
  replyToViewer: oneStreamToViewer,
});

export const getStill = declare('getStill', {
  summary: 'Get the last picture that is kept of a stream',
  description:
    'Taken shortly after the camera is live, every ten minutes, at its loss, and when the stream is switched off. The stream’s still_at has the time.',
  auth: 'user',
  apiToken: 'read',
  params: idParams,
  reply: z.object({ data: stillJsonSchema }),
});

export const updateStream = declare('updateStream', {
  summary: 'Rename a stream, or change its source, latency, alarms, passphrase, program, audio track or PTZ control',
  description:
    'Omitted fields do not change. A new passphrase disconnects encoder and players, which must reconnect with it. A new source_kind does, too, and keeps the keys; a phone that joined by an invite chooses its own. media.choices lists a camera’s programs and audio tracks.',
  failures: ['conflict'],
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  body: updateStreamInputSchema,
  reply: oneStream,
});

export const directReplay = declare('directReplay', {
  summary: 'Cue a clip of a recorded camera, play it, and choose its speed',
  description:
    'For a stream whose source is a replay. A clip is cued on its first frame; state and speed apply to the clip that is cued. The recording may still go on. Receivers stay connected.',
  failures: ['conflict'],
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  body: directReplayInputSchema,
  reply: oneStream,
});

export const deleteStream = declare('deleteStream', {
  summary: 'Delete a stream, whatever its status',
  description: 'Its encoder and its viewers are disconnected.',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
});

export const startStream = declare('startStream', {
  summary: 'Switch a stream on',
  description:
    'Answers at once; the stream is ready when its status is active. Changes nothing of a stream that is on.',
  failures: ['limit_reached'],
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  reply: oneStream,
});

export const stopStream = declare('stopStream', {
  summary: 'Switch a stream off',
  description: 'Answers at once. Changes nothing of a stream that is off.',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  reply: oneStream,
});

export const rotateKey = declare('rotateKey', {
  summary: 'Create a new stream key; the old one stops publishing',
  description: 'The encoder is disconnected and needs the new key; viewers stay.',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  reply: oneStream,
});

export const rotateViewKey = declare('rotateViewKey', {
  summary: 'Create a new view key; the old one stops playing',
  description: 'Players are disconnected and need the new key; the encoder stays.',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  reply: oneStream,
});

export const takeSpare = declare('takeSpare', {
  summary: "Show a stream's spare in its place, until it is given back",
  description:
    'From the spare’s keyframe on, for viewers, players, destinations and recordings. media.spare_shown says so.',
  failures: ['conflict'],
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  reply: oneStream,
});

export const giveBackSpare = declare('giveBackSpare', {
  summary: 'Give a stream its own place back from its spare',
  description: 'From its next keyframe on. A camera without a picture returns as soon as it has one.',
  failures: ['conflict'],
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  reply: oneStream,
});

export const commandPtz = declare('commandPtz', {
  summary: 'Move a PTZ camera, or recall, store or clear one of its presets',
  description:
    'Answers once the camera has taken the command. A camera on air moves only with guard_held. A stop is always taken.',
  failures: ['conflict', 'too_many_requests'],
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  body: ptzInputSchema,
});

export const acknowledgeAlarm = declare('acknowledgeAlarm', {
  summary: 'Acknowledge a finding of a stream, for all members',
  description: 'Named by its code and its beginning, so that a later one is not acknowledged with it.',
  failures: ['conflict'],
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  body: acknowledgeInputSchema,
  reply: oneStream,
});

const incidentTime = (field: string) =>
  z.iso.datetime({ offset: true, error: `${field} must be a time such as 2026-05-01T19:00:00Z.` }).optional();

export const listIncidents = declare('listIncidents', {
  summary: 'List the history of a stream, newest first, in pages of 50 lines by default',
  auth: 'user',
  apiToken: 'read',
  params: idParams,
  query: pageQuery({ limit: 50, maxLimit: 200 }).extend({
    from: incidentTime('from').describe('The earliest time.'),
    to: incidentTime('to').describe('The latest time.'),
  }),
  reply: pageSchema(incidentSchema),
});

export const listLanAddresses = declare('listLanAddresses', {
  summary: 'List the server’s addresses in its local networks, for encoders there; empty for callers on other machines',
  auth: 'user',
  apiToken: 'write',
  reply: z.object({ data: z.array(z.string()) }),
});
