import { z } from 'zod';
import type { Actor } from '@/lib/auth/actor';
import { type Audience, audienceOf, can } from '@/lib/auth/policy';
import {
  type ChannelMessage,
  type ChannelName,
  type ListName,
  liveLists,
  type RowOf,
  type StreamMetricsMessage,
} from '@/lib/contracts/cable-messages';
import type { Action } from '@/lib/contracts/permissions';
import { parseIdentifier } from '../protocol';

/** A row that channels report on, as one audience or another sees it. */
export type Row = RowOf<ListName>;
type StreamRow = RowOf<'StreamsChannel'>;

/** Maximum rows of a snapshot, so that no subscription produces an endless message. */
export const maxSnapshotRows = 500;

/** The state that a snapshot shows. */
interface ChannelState<R extends Row> {
  /**
   * The oldest rows of the subscriber's organization, at most one more than a snapshot holds, and in any case a stream
   * topic's stream.
   */
  rows: readonly R[];
  streamId: string | null;
  /** The stream's latest sample, if one is recent. */
  latestSample: StreamMetricsMessage | null;
}

/** The messages of a channel. It knows neither connections nor the bus. */
export interface Channel<R extends Row = Row> {
  name: ChannelName;
  /** The permission that a subscriber needs. */
  action: Action;
  /** The kind of rows that it gets. */
  kind: R['type'];
  /** Whether it is about one stream, which the parameter `stream_id` names. */
  isOfStream: boolean;
  /** The current state, sent after each confirmation. @returns null when the organization has no such stream */
  snapshot(state: ChannelState<R>): ChannelMessage[] | null;
  /** A row was created or changed. A channel without this method does not report changes. */
  changed?(row: R, isNew: boolean): ChannelMessage[];
  /** A row was deleted. */
  removed?(id: string): ChannelMessage[];
}

function listChannel(name: ListName): Channel {
  const { action, kind, snapshot, removedId } = liveLists[name];
  return {
    name,
    action,
    kind,
    isOfStream: false,
    snapshot({ rows }) {
      if (!snapshot) return [];
      const all = { [snapshot.rows]: rows.slice(0, maxSnapshotRows), is_complete: rows.length <= maxSnapshotRows };
      return [{ type: snapshot.type, ...all } as ChannelMessage];
    },
    changed: (row) => [{ type: `${kind}_upsert`, [kind]: row } as ChannelMessage],
    removed: (id) => (removedId ? [{ type: `${kind}_remove`, [removedId]: id } as ChannelMessage] : []),
  };
}

/** One stream's status, its changes and its end. */
const streamStatusChannel: Channel<StreamRow> = {
  name: 'StreamStatusChannel',
  action: 'streams.read',
  kind: 'stream',
  isOfStream: true,
  snapshot({ rows, streamId }) {
    const stream = rows.find(({ id }) => id === streamId);
    return stream ? [statusOf(stream)] : null;
  },
  changed: (stream, isNew) => [
    isNew ? { type: 'stream_created', stream } : { type: 'stream_updated', stream },
    statusOf(stream),
  ],
  removed: (streamId) => [{ type: 'stream_deleted', stream_id: streamId }],
};

function statusOf({ id, attributes }: StreamRow): ChannelMessage {
  const { status, signal, started_at } = attributes;
  if (status !== 'error') return { type: 'status_update', stream_id: id, status, signal, started_at };
  const reason = 'status_reason' in attributes ? attributes.status_reason : null;
  return { type: 'error', stream_id: id, status, message: reason ?? 'This stream has failed.' };
}

/** One stream's samples, one a second while it is live. They come from the bus, not from changes of the stream's row. */
export const streamMetricsChannel: Channel<StreamRow> = {
  name: 'StreamMetricsChannel',
  action: 'metrics.read',
  kind: 'stream',
  isOfStream: true,
  snapshot({ rows, streamId, latestSample }) {
    if (!rows.some(({ id }) => id === streamId)) return null;
    return latestSample ? [latestSample] : [];
  },
};

export const channels: Channel[] = [
  ...(Object.keys(liveLists) as ListName[]).map(listChannel),
  streamStatusChannel,
  streamMetricsChannel,
];

/** The subject of a subscription: one stream or the whole organization, as the actor's audience sees it. */
export interface Topic {
  channel: Channel;
  organizationId: string;
  /** Null when the channel is about the organization. */
  streamId: string | null;
  audience: Audience;
}

/** A key that identifies a topic. @param id the stream's, or the organization's if the channel is about all of it */
export const topicKey = ({ name }: Channel, id: string, audience: Audience): string => `${name}:${id}:${audience}`;

/** The topic that an identifier names for this actor; null when it names none. */
export function findTopic(identifier: string, actor: Actor): Topic | null {
  const { organizationId } = actor;
  const audience = audienceOf(actor);
  const params = parseIdentifier(identifier);
  const channel = channels.find(({ name }) => name === params?.channel);
  if (!channel || !can(actor, channel.action)) return null;
  if (!channel.isOfStream) return { channel, organizationId, streamId: null, audience };
  const streamId = z.uuid().safeParse(params?.stream_id).data?.toLowerCase();
  return streamId ? { channel, organizationId, streamId, audience } : null;
}
