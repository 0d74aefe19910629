import { z } from 'zod';
import { nameSchema } from '@/lib/core/name-schema';
import { IncidentSeverity, StreamSignal, StreamStatus } from '@/prisma/generated/enums';

const streamName = nameSchema('Stream name');

/** Body of POST /streams. */
export const createStreamInputSchema = z.object({
  stream: z.object(
    {
      name: streamName,
      event_id: z.uuid('Event is required.'),
      protocol: z.literal('srt', 'Protocol must be srt.').default('srt'),
    },
    'Stream is required.',
  ),
});
export type CreateStreamInput = z.infer<typeof createStreamInputSchema>;

/** Body of PATCH /streams/{id}. */
export const updateStreamInputSchema = z.object({
  stream: z.object({ name: streamName }, 'Stream is required.'),
});
export type UpdateStreamInput = z.infer<typeof updateStreamInputSchema>;

/** Query of GET /streams. */
export const listStreamsQuerySchema = z.object({ event_id: z.uuid('event_id must be the id of an event.').optional() });
export type ListStreamsQuery = z.infer<typeof listStreamsQuerySchema>;

export const streamSchema = z.object({
  id: z.uuid(),
  type: z.literal('stream'),
  attributes: z.object({
    name: z.string(),
    status: z.enum(StreamStatus),
    /** One sentence that says why, while status is error. */
    status_reason: z.string().nullable(),
    signal: z.enum(StreamSignal),
    stream_key: z.string(),
    participant_identity: z.string(),
    pod_name: z.string().nullable(),
    pod_ip: z.string().nullable(),
    started_at: z.iso.datetime().nullable(),
    event_id: z.uuid(),
    protocol: z.string(),
    created_at: z.iso.datetime(),
  }),
  relationships: z.object({
    event: z.object({ data: z.object({ id: z.uuid(), type: z.literal('event') }) }),
  }),
});
export type StreamJson = z.infer<typeof streamSchema>;

export const incidentSchema = z.object({
  id: z.uuid(),
  type: z.literal('incident'),
  attributes: z.object({
    code: z.string(),
    severity: z.enum(IncidentSeverity),
    message: z.string(),
    occurred_at: z.iso.datetime(),
  }),
});
export type IncidentJson = z.infer<typeof incidentSchema>;
