import type { ChannelMessage, ChannelName, StreamMetricsMessage } from '@/lib/contracts/cable-messages';
import type { EventSummaryJson } from '@/lib/contracts/events';
import type { ExportJson } from '@/lib/contracts/exports';
import type { MarkJson } from '@/lib/contracts/marks';
import type { Action } from '@/lib/contracts/permissions';
import type { CrewPhoneJson } from '@/lib/contracts/phones';
import type { MemberStreamJson, ViewerStreamJson } from '@/lib/contracts/streams';
import type { TallyJson } from '@/lib/contracts/tally/tally';

/** A row that channels report on, as one audience or another sees it. */
export type StreamRow = MemberStreamJson | ViewerStreamJson;
export type Row = StreamRow | EventSummaryJson | TallyJson | ExportJson | MarkJson | CrewPhoneJson;
export type RowKind = Row['type'];

/** Maximum rows of a snapshot, so that no subscription produces an endless message. */
export const maxSnapshotRows = 500;

/** The state that a snapshot shows. */
export interface ChannelState<R extends Row = Row> {
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
  /** A row was created or changed. */
  changed(row: R, isNew: boolean): ChannelMessage[];
  /** A row was deleted. */
  removed(id: string): ChannelMessage[];
}
