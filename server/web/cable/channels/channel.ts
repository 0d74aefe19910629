import type { ChannelMessage, ChannelName, StreamMetricsMessage } from '@/lib/contracts/cable-messages';
import type { EventSummaryJson } from '@/lib/contracts/events';
import type { StreamJson } from '@/lib/contracts/streams';

/** What channels tell of. */
export type Row = StreamJson | EventSummaryJson;
export type RowKind = Row['type'];

/** What there is to say at the moment of a subscription. */
export interface ChannelState<R extends Row = Row> {
  /** Rows of the subscriber's organization: all of them for a channel without a stream, else at least the one. */
  rows: readonly R[];
  streamId: string | null;
  /** The stream's latest sample, where there is a recent one. */
  latestSample: StreamMetricsMessage | null;
}

/** What a channel says, and when. It knows no sockets. */
export interface Channel<R extends Row = Row> {
  name: ChannelName;
  /** What it tells of; it is given no other rows. */
  kind: R['type'];
  /** Whether it is about one stream, named by the parameter `stream_id`. */
  isOfStream: boolean;
  /** The present state, said after each confirmation. @returns null where a subscriber of this organization may not be */
  snapshot(state: ChannelState<R>): ChannelMessage[] | null;
  /** A row has come or changed. */
  changed(row: R, isNew: boolean): ChannelMessage[];
  /** A row has gone. */
  removed(id: string): ChannelMessage[];
}
