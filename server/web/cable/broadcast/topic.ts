import { z } from 'zod';
import type { Actor } from '@/lib/auth/actor';
import { type Audience, audienceOf, can } from '@/lib/auth/policy';
import type { Channel } from '../channels/channel';
import { crewChannel } from '../channels/crew-channel';
import { eventsChannel } from '../channels/events-channel';
import { exportsChannel } from '../channels/exports-channel';
import { marksChannel } from '../channels/marks-channel';
import { streamMetricsChannel } from '../channels/stream-metrics-channel';
import { streamStatusChannel } from '../channels/stream-status-channel';
import { streamsChannel } from '../channels/streams-channel';
import { tallyChannel } from '../channels/tally-channel';
import { parseIdentifier } from '../protocol';

const channels: Channel[] = [
  streamsChannel,
  streamStatusChannel,
  streamMetricsChannel,
  eventsChannel,
  tallyChannel,
  exportsChannel,
  marksChannel,
  crewChannel,
];

/**
 * The subject of a subscription: a channel about one stream or the whole organization, as the actor's audience sees it.
 */
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
