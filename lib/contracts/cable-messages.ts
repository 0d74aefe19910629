import { z } from 'zod';
import { commentSchema } from './comments';
import { destinationSchema } from './destinations';
import { eventSummarySchema } from './events';
import { exportSchema } from './exports';
import { markSchema } from './marks';
import { metricSchema } from './metrics';
import type { Action } from './permissions';
import { crewPhoneSchema } from './phones';
import { streamSchema, viewerStreamSchema } from './streams';
import { tallySchema } from './tally/tally';

/** A live list: a channel without parameters about the rows of one kind of the user's organization. */
interface LiveList {
  /** The permission that a subscriber needs. */
  action: Action;
  /** The kind of its rows. A message `…_upsert` has the changed row in a field of this name. */
  kind: string;
  row: z.ZodType;
  /** The row as viewers see it, where that differs. */
  rowToViewer?: z.ZodType;
  /**
   * The message with all rows, oldest first, and the name of its field. Rows that it lacks are gone, unless
   * `is_complete` is false. Sent after each confirmation. Null: the API has the rows of before.
   */
  snapshot: { type: string; rows: string } | null;
  /** The field of a message `…_remove` with the row's id. Null: rows are never removed. */
  removedId: string | null;
}

/**
 * The live lists by their channels. To add one, add its row here, its reader in `server/web/cable/broadcast/live-rows.ts`,
 * and a hook that calls `useLiveList`.
 */
export const liveLists = {
  StreamsChannel: {
    action: 'streams.read',
    kind: 'stream',
    row: streamSchema,
    rowToViewer: viewerStreamSchema,
    snapshot: { type: 'streams_snapshot', rows: 'streams' },
    removedId: 'stream_id',
  },
  /** The events, without their tokens. */
  EventsChannel: {
    action: 'events.read',
    kind: 'event',
    row: eventSummarySchema,
    snapshot: { type: 'events_snapshot', rows: 'events' },
    removedId: 'event_id',
  },
  /** The cameras on air, at each cut. An event that has no tally, or is deleted, has none on air. */
  TallyChannel: {
    action: 'tally.read',
    kind: 'tally',
    row: tallySchema,
    snapshot: { type: 'tally_snapshot', rows: 'tallies' },
    removedId: null,
  },
  /** The files that are made of recordings, with their progress. */
  ExportsChannel: {
    action: 'exports.read',
    kind: 'export',
    row: exportSchema,
    snapshot: { type: 'exports_snapshot', rows: 'exports' },
    removedId: 'export_id',
  },
  /** Where cameras are sent, with how that goes. */
  DestinationsChannel: {
    action: 'destinations.read',
    kind: 'destination',
    row: destinationSchema,
    snapshot: { type: 'destinations_snapshot', rows: 'destinations' },
    removedId: 'destination_id',
  },
  CommentsChannel: {
    action: 'comments.read',
    kind: 'comment',
    row: commentSchema,
    snapshot: null,
    removedId: 'comment_id',
  },
  MarksChannel: { action: 'marks.read', kind: 'mark', row: markSchema, snapshot: null, removedId: 'mark_id' },
  /** The phones, as each reports once a second. One is removed when its stream is deleted or its invite revoked. */
  CrewChannel: {
    action: 'phones.read',
    kind: 'phone',
    row: crewPhoneSchema,
    snapshot: { type: 'crew_snapshot', rows: 'phones' },
    removedId: 'stream_id',
  },
} as const satisfies Record<string, LiveList>;

type Lists = typeof liveLists;
export type ListName = keyof Lists;
export type RowKind = Lists[ListName]['kind'];

type RowTo<Audience extends 'member' | 'viewer', List extends LiveList> = z.infer<
  Audience extends 'viewer' ? (List extends { rowToViewer: infer Row } ? Row : List['row']) : List['row']
>;

/** A row of a live list, as one audience or another sees it. */
export type RowOf<Name extends ListName> = RowTo<'member' | 'viewer', Lists[Name]>;

type ListMessage<List extends LiveList, Row> =
  | (List['snapshot'] extends { type: infer Type; rows: infer Rows extends string }
      ? { type: Type; is_complete: boolean } & Record<Rows, Row[]>
      : never)
  | ({ type: `${List['kind']}_upsert` } & Record<List['kind'], Row>)
  | (List['removedId'] extends infer Id extends string
      ? { type: `${List['kind']}_remove` } & Record<Id, string>
      : never);

function listMessageSchema({ kind, snapshot, removedId }: LiveList, row: z.ZodType): z.ZodType {
  const all = snapshot && { [snapshot.rows]: z.array(row), is_complete: z.boolean() };
  return z.union([
    z.object({ type: z.literal(`${kind}_upsert`), [kind]: row }),
    ...(snapshot ? [z.object({ type: z.literal(snapshot.type), ...all })] : []),
    ...(removedId ? [z.object({ type: z.literal(`${kind}_remove`), [removedId]: z.uuid() })] : []),
  ]);
}

function listMessageSchemas<Audience extends 'member' | 'viewer'>(audience: Audience) {
  const schemas = Object.entries<LiveList>(liveLists).map(([name, list]) => [
    name,
    listMessageSchema(list, (audience === 'viewer' && list.rowToViewer) || list.row),
  ]);
  return Object.fromEntries(schemas) as {
    [Name in ListName]: z.ZodType<ListMessage<Lists[Name], RowTo<Audience, Lists[Name]>>>;
  };
}

const { status, signal, started_at } = viewerStreamSchema.shape.attributes.shape;

/** Messages of StreamStatusChannel, parameter `stream_id`. */
const streamStatusMessageSchema = <Stream extends z.ZodType>(stream: Stream) =>
  z.discriminatedUnion('type', [
    /** The state of the stream. Sent after each confirmation and with each change. */
    z.object({ type: z.literal('status_update'), stream_id: z.uuid(), status, signal, started_at }),
    /** Replaces a status_update if the status is error. Its message is one sentence for the user: why. */
    z.object({ type: z.literal('error'), stream_id: z.uuid(), status: z.literal('error'), message: z.string() }),
    z.object({ type: z.literal('stream_created'), stream }),
    z.object({ type: z.literal('stream_updated'), stream }),
    z.object({ type: z.literal('stream_deleted'), stream_id: z.uuid() }),
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

/** The `message` of a frame of /cable to a member, by channel. */
export const messageSchemaByChannel = {
  ...listMessageSchemas('member'),
  StreamStatusChannel: streamStatusMessageSchema(streamSchema),
  StreamMetricsChannel: streamMetricsMessageSchema,
};

/** The `message` of a frame of /cable to a viewer, by channel. */
export const viewerMessageSchemaByChannel = {
  ...listMessageSchemas('viewer'),
  StreamStatusChannel: streamStatusMessageSchema(viewerStreamSchema),
  StreamMetricsChannel: streamMetricsMessageSchema,
};

export type ChannelName = keyof typeof messageSchemaByChannel;

/** Any message of a channel, to any audience. */
export type MessageOf<Name extends ChannelName> = Name extends ListName
  ? ListMessage<Lists[Name], RowOf<Name>>
  : z.infer<(typeof messageSchemaByChannel)[Name] | (typeof viewerMessageSchemaByChannel)[Name]>;
export type StreamMetricsMessage = MessageOf<'StreamMetricsChannel'>;

/** Any message, to any audience. */
export type ChannelMessage = MessageOf<ChannelName>;
