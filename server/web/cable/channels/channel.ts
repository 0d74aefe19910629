import type { ChannelMessage, ChannelName, StreamMetricsMessage } from '@/lib/contracts/cable-messages';
import type { EventSummaryJson } from '@/lib/contracts/events';
import type { Action } from '@/lib/contracts/permissions';
import type { MemberStreamJson, ViewerStreamJson } from '@/lib/contracts/streams';
import type { TallyJson } from '@/lib/contracts/tally/tally';

/** What channels report on, as one audience or another sees it. */
export type StreamRow = MemberStreamJson | ViewerStreamJson;
export type Row = StreamRow | EventSummaryJson | TallyJson;
export type RowKind = Row['type'];

/** A snapshot holds no more rows, so that no subscription can make a message without end. */
export const maxSnapshotRows = 500;

/** The state that a snapshot shows. */
export interface ChannelState<R extends Row = Row> {
  /**
   * Rows of the subscriber's organization: the oldest, one more than a snapshot holds where there are so many, and in
   * any case the stream's where there is a stream.
   */
  rows: readonly R[];
  streamId: string | null;
  /** The stream's latest sample, where there is a recent one. */
  latestSample: StreamMetricsMessage | null;
}

/** The messages of a channel. It knows neither connections nor the bus. */
export interface Channel<R extends Row = Row> {
  name: ChannelName;
  /** What a subscriber must be allowed to do. */
  action: Action;
  /** What it reports on; it gets no other rows. */
  kind: R['type'];
  /** Whether it is about one stream, which the parameter `stream_id` names. */
  isOfStream: boolean;
  /** The present state, sent after each confirmation. @returns null where the organization has no such stream */
  snapshot(state: ChannelState<R>): ChannelMessage[] | null;
  /** A row was created or changed. */
  changed(row: R, isNew: boolean): ChannelMessage[];
  /** A row was deleted. */
  removed(id: string): ChannelMessage[];
}
