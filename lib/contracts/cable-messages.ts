import { z } from 'zod';
import { eventSummarySchema } from './events';
import { metricSchema } from './metrics';
import { streamSchema } from './streams';

/** What one stream is doing now. Sent after each confirmation and with each change. */
export const statusUpdateSchema = z.object({
  type: z.literal('status_update'),
  stream_id: z.uuid(),
  status: streamSchema.shape.attributes.shape.status,
  signal: streamSchema.shape.attributes.shape.signal,
  started_at: streamSchema.shape.attributes.shape.started_at,
});

/** Instead of a status_update where the status is error. */
export const statusErrorSchema = z.object({
  type: z.literal('error'),
  stream_id: z.uuid(),
  status: z.literal('error'),
  /** One sentence for the user: why. */
  message: z.string(),
});

/** All streams of the organization, oldest first. What is not in it does not exist any more. Sent after each confirmation. */
export const streamsSnapshotSchema = z.object({ type: z.literal('streams_snapshot'), streams: z.array(streamSchema) });

const upsertSchema = z.object({ type: z.literal('stream_upsert'), stream: streamSchema });
const removeSchema = z.object({ type: z.literal('stream_remove'), stream_id: z.uuid() });
const createdSchema = z.object({ type: z.literal('stream_created'), stream: streamSchema });
const updatedSchema = z.object({ type: z.literal('stream_updated'), stream: streamSchema });
const deletedSchema = z.object({ type: z.literal('stream_deleted'), stream_id: z.uuid() });

/** Messages of StreamsChannel, which has no parameters: the streams of the user's organization. */
export const streamsMessageSchema = z.discriminatedUnion('type', [streamsSnapshotSchema, upsertSchema, removeSchema]);
export type StreamsMessage = z.infer<typeof streamsMessageSchema>;

/** Messages of StreamStatusChannel, parameter `stream_id`. */
export const streamStatusMessageSchema = z.discriminatedUnion('type', [
  statusUpdateSchema,
  statusErrorSchema,
  createdSchema,
  updatedSchema,
  deletedSchema,
]);
export type StreamStatusMessage = z.infer<typeof streamStatusMessageSchema>;

/** All events of the organization, oldest first. What is not in it does not exist any more. Sent after each confirmation. */
export const eventsSnapshotSchema = z.object({
  type: z.literal('events_snapshot'),
  events: z.array(eventSummarySchema),
});

const eventUpsertSchema = z.object({ type: z.literal('event_upsert'), event: eventSummarySchema });
const eventRemoveSchema = z.object({ type: z.literal('event_remove'), event_id: z.uuid() });

/** Messages of EventsChannel, which has no parameters: the events of the user's organization, without their tokens. */
export const eventsMessageSchema = z.discriminatedUnion('type', [
  eventsSnapshotSchema,
  eventUpsertSchema,
  eventRemoveSchema,
]);
export type EventsMessage = z.infer<typeof eventsMessageSchema>;

/**
 * Messages of StreamMetricsChannel, parameter `stream_id`: one a second while the stream is live. After the
 * confirmation comes the latest sample, where there is one that is not older than a few seconds.
 */
export const streamMetricsMessageSchema = z.object({
  type: z.literal('stream_metrics'),
  stream_id: z.uuid(),
  metrics: metricSchema,
});
export type StreamMetricsMessage = z.infer<typeof streamMetricsMessageSchema>;

/** The `message` of a frame of /cable, by channel. Server and browser share it. */
export const messageSchemaByChannel = {
  StreamsChannel: streamsMessageSchema,
  StreamStatusChannel: streamStatusMessageSchema,
  StreamMetricsChannel: streamMetricsMessageSchema,
  EventsChannel: eventsMessageSchema,
} as const;

export type ChannelName = keyof typeof messageSchemaByChannel;
export type ChannelMessage = StreamsMessage | StreamStatusMessage | StreamMetricsMessage | EventsMessage;
