import { z } from 'zod';
import { eventSummarySchema } from './events';
import { exportSchema } from './exports';
import { markSchema } from './marks';
import { metricSchema } from './metrics';
import { crewPhoneSchema } from './phones';
import { streamSchema, viewerStreamSchema } from './streams';
import { tallySchema } from './tally/tally';

const { status, signal, started_at } = viewerStreamSchema.shape.attributes.shape;

/** The state of one stream. Sent after each confirmation and with each change. */
const statusUpdateSchema = z.object({
  type: z.literal('status_update'),
  stream_id: z.uuid(),
  status,
  signal,
  started_at,
});

/** Replaces a status_update if the status is error. */
const statusErrorSchema = z.object({
  type: z.literal('error'),
  stream_id: z.uuid(),
  status: z.literal('error'),
  /** One sentence for the user: why. */
  message: z.string(),
});

/** False if there are more than a snapshot holds; the API has all of them. */
const isComplete = z.boolean();

/** Messages of StreamsChannel, which has no parameters: the streams of the user's organization. */
const streamsMessageSchema = <Stream extends z.ZodType>(stream: Stream) =>
  z.discriminatedUnion('type', [
    /** The streams, oldest first; every other stream is gone. Sent after each confirmation. */
    z.object({ type: z.literal('streams_snapshot'), streams: z.array(stream), is_complete: isComplete }),
    z.object({ type: z.literal('stream_upsert'), stream }),
    z.object({ type: z.literal('stream_remove'), stream_id: z.uuid() }),
  ]);

/** Messages of StreamStatusChannel, parameter `stream_id`. */
const streamStatusMessageSchema = <Stream extends z.ZodType>(stream: Stream) =>
  z.discriminatedUnion('type', [
    statusUpdateSchema,
    statusErrorSchema,
    z.object({ type: z.literal('stream_created'), stream }),
    z.object({ type: z.literal('stream_updated'), stream }),
    z.object({ type: z.literal('stream_deleted'), stream_id: z.uuid() }),
  ]);

/** Messages of EventsChannel, which has no parameters: the events of the user's organization, without their tokens. */
const eventsMessageSchema = z.discriminatedUnion('type', [
  /** The events, oldest first; every other event is gone. Sent after each confirmation. */
  z.object({ type: z.literal('events_snapshot'), events: z.array(eventSummarySchema), is_complete: isComplete }),
  z.object({ type: z.literal('event_upsert'), event: eventSummarySchema }),
  z.object({ type: z.literal('event_remove'), event_id: z.uuid() }),
]);

/**
 * Messages of StreamMetricsChannel, parameter `stream_id`: one a second while the stream is live. The confirmation is
 * followed by the latest sample, if one is at most a few seconds old.
 */
const streamMetricsMessageSchema = z.object({
  type: z.literal('stream_metrics'),
  stream_id: z.uuid(),
  metrics: metricSchema,
});

/** Messages of TallyChannel, which has no parameters: which cameras of the user's organization are on air. */
const tallyMessageSchema = z.discriminatedUnion('type', [
  /** The tallies of all events with tally sources; no other event has a camera on air. Sent after each confirmation. */
  z.object({ type: z.literal('tally_snapshot'), tallies: z.array(tallySchema), is_complete: isComplete }),
  z.object({ type: z.literal('tally_upsert'), tally: tallySchema }),
]);

/** Messages of ExportsChannel, which has no parameters: files that are made of the organization's recordings. */
const exportsMessageSchema = z.discriminatedUnion('type', [
  /** The exports, oldest first. Sent after each confirmation. */
  z.object({ type: z.literal('exports_snapshot'), exports: z.array(exportSchema), is_complete: isComplete }),
  z.object({ type: z.literal('export_upsert'), export: exportSchema }),
  z.object({ type: z.literal('export_remove'), export_id: z.uuid() }),
]);

/**
 * Messages of MarksChannel, which has no parameters: marks of the user's organization as they are set and changed. There
 * is no snapshot: the API has the marks of each event.
 */
const marksMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('mark_upsert'), mark: markSchema }),
  z.object({ type: z.literal('mark_remove'), mark_id: z.uuid() }),
]);

/** Messages of CrewChannel, which has no parameters: the phones of the user's organization as they report. */
const crewMessageSchema = z.discriminatedUnion('type', [
  /** The phones, oldest first. Sent after each confirmation. */
  z.object({ type: z.literal('crew_snapshot'), phones: z.array(crewPhoneSchema), is_complete: isComplete }),
  z.object({ type: z.literal('phone_upsert'), phone: crewPhoneSchema }),
  /** The phone's stream was deleted, or its invite revoked. */
  z.object({ type: z.literal('phone_remove'), stream_id: z.uuid() }),
]);

/** The `message` of a frame of /cable to a member, by channel. Server and browser share it. */
export const messageSchemaByChannel = {
  StreamsChannel: streamsMessageSchema(streamSchema),
  StreamStatusChannel: streamStatusMessageSchema(streamSchema),
  StreamMetricsChannel: streamMetricsMessageSchema,
  EventsChannel: eventsMessageSchema,
  TallyChannel: tallyMessageSchema,
  ExportsChannel: exportsMessageSchema,
  MarksChannel: marksMessageSchema,
  CrewChannel: crewMessageSchema,
} as const;

/** The `message` of a frame of /cable to a viewer, by channel. */
export const viewerMessageSchemaByChannel = {
  StreamsChannel: streamsMessageSchema(viewerStreamSchema),
  StreamStatusChannel: streamStatusMessageSchema(viewerStreamSchema),
  StreamMetricsChannel: streamMetricsMessageSchema,
  EventsChannel: eventsMessageSchema,
  TallyChannel: tallyMessageSchema,
  ExportsChannel: exportsMessageSchema,
  MarksChannel: marksMessageSchema,
  CrewChannel: crewMessageSchema,
} as const;

export type ChannelName = keyof typeof messageSchemaByChannel;

/** Any message of a channel, to any audience. */
export type MessageOf<Name extends ChannelName> =
  | z.infer<(typeof messageSchemaByChannel)[Name]>
  | z.infer<(typeof viewerMessageSchemaByChannel)[Name]>;
export type StreamsMessage = MessageOf<'StreamsChannel'>;
export type StreamStatusMessage = MessageOf<'StreamStatusChannel'>;
export type StreamMetricsMessage = MessageOf<'StreamMetricsChannel'>;
export type EventsMessage = MessageOf<'EventsChannel'>;
export type TallyMessage = MessageOf<'TallyChannel'>;
export type ExportsMessage = MessageOf<'ExportsChannel'>;
export type CrewMessage = MessageOf<'CrewChannel'>;

/** Any message, to any audience. */
export type ChannelMessage = MessageOf<ChannelName>;
