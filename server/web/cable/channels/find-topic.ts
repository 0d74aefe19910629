import { z } from 'zod';
import { parseIdentifier } from '../protocol';
import type { Channel } from './channel';
import { eventsChannel } from './events-channel';
import { streamMetricsChannel } from './stream-metrics-channel';
import { streamStatusChannel } from './stream-status-channel';
import { streamsChannel } from './streams-channel';

const channels: Channel[] = [streamsChannel, streamStatusChannel, streamMetricsChannel, eventsChannel];

/** What somebody subscribes to: a channel, of one stream or of the whole organization. */
export interface Topic {
  channel: Channel;
  organizationId: string;
  /** Null where the channel is of the organization. */
  streamId: string | null;
}

/** One text for each topic. */
export const topicKey = ({ name }: Channel, id: string): string => `${name}:${id}`;

/** The topic that an identifier means for a user of this organization, or null where it can mean none. */
export function findTopic(identifier: string, organizationId: string): Topic | null {
  const params = parseIdentifier(identifier);
  const channel = channels.find(({ name }) => name === params?.channel);
  if (!channel) return null;
  if (!channel.isOfStream) return { channel, organizationId, streamId: null };
  const streamId = z.uuid().safeParse(params?.stream_id).data?.toLowerCase();
  return streamId ? { channel, organizationId, streamId } : null;
}
