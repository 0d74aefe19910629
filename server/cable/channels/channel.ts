import type { ChannelMessage, ChannelName, StreamMetricsMessage } from '@/lib/realtime/messages';
import type { StreamJson } from '@/lib/streams/schema';

/** What there is to say at the moment of a subscription. */
export interface ChannelState {
  /** Streams of the subscriber's organization: all of them for a channel without a stream, else at least the one. */
  streams: readonly StreamJson[];
  streamId: string | null;
  /** The stream's latest sample, where there is a recent one. */
  latestSample: StreamMetricsMessage | null;
}

/** What a channel says, and when. It knows no sockets. */
export interface Channel {
  name: ChannelName;
  /** Whether it is about one stream, named by the parameter `stream_id`. */
  isOfStream: boolean;
  /** The present state, said after each confirmation. @returns null where a subscriber of this organization may not be */
  snapshot(state: ChannelState): ChannelMessage[] | null;
  /** A stream has come or changed. */
  changed(stream: StreamJson, isNew: boolean): ChannelMessage[];
  /** A stream has gone. */
  removed(streamId: string): ChannelMessage[];
}
