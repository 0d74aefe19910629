import type { Audience } from '@/lib/auth/policy';
import type { ChannelMessage } from '@/lib/contracts/cable-messages';
import { messageFrame } from '../protocol';
import { type Channel, type Topic, topicKey } from './channels';

/** The broadcaster's view of a connection. */
export interface Subscriber {
  /** Sends a frame that the subscriber must get. */
  send(frame: Buffer): void;
  /** Sends a frame that may be left out, because it is worthless later. */
  sendSample(frame: Buffer): void;
}

/** The subscribers of one topic that spell its identifier alike, and so get the same bytes. */
export interface SubscriberGroup {
  topic: Topic;
  identifier: string;
  subscribers: Set<Subscriber>;
}

/** The subscribers of all topics. */
export class Subscribers {
  /** By topic, then by identifier. */
  readonly #groups = new Map<string, Map<string, SubscriberGroup>>();
  /** The topics with subscribers, by organization and then by key. */
  readonly #topics = new Map<string, Map<string, Topic>>();

  /** @returns the group that the subscriber is now in, which {@link remove} needs */
  add(subscriber: Subscriber, topic: Topic, identifier: string): SubscriberGroup {
    const key = keyOf(topic);
    const groups = this.#groups.get(key) ?? this.#open(key, topic);
    const group = groups.get(identifier) ?? { topic, identifier, subscribers: new Set() };
    groups.set(identifier, group);
    group.subscribers.add(subscriber);
    return group;
  }

  remove(subscriber: Subscriber, { topic, identifier, subscribers }: SubscriberGroup): void {
    subscribers.delete(subscriber);
    if (subscribers.size > 0) return;
    const key = keyOf(topic);
    const groups = this.#groups.get(key);
    groups?.delete(identifier);
    if (groups?.size === 0) this.#close(key, topic);
  }

  /** The organizations that have subscribers. */
  organizations(): Iterable<string> {
    return this.#topics.keys();
  }

  /** The topics of an organization that have subscribers. */
  topicsOf(organizationId: string): Iterable<Topic> {
    return this.#topics.get(organizationId)?.values() ?? [];
  }

  #open(key: string, topic: Topic): Map<string, SubscriberGroup> {
    const groups = new Map<string, SubscriberGroup>();
    this.#groups.set(key, groups);
    const topics = this.#topics.get(topic.organizationId) ?? new Map<string, Topic>();
    this.#topics.set(topic.organizationId, topics.set(key, topic));
    return groups;
  }

  #close(key: string, { organizationId }: Topic): void {
    this.#groups.delete(key);
    const topics = this.#topics.get(organizationId);
    topics?.delete(key);
    if (topics?.size === 0) this.#topics.delete(organizationId);
  }

  has(channel: Channel, id: string, audience: Audience): boolean {
    return this.#groups.has(topicKey(channel, id, audience));
  }

  /** Sends messages to all subscribers of a topic. */
  send(channel: Channel, id: string, audience: Audience, messages: ChannelMessage[]): void {
    for (const message of messages) {
      for (const { frame, subscribers } of this.#frames(channel, id, audience, message)) {
        for (const subscriber of subscribers) subscriber.send(frame);
      }
    }
  }

  /** Sends a message that is worthless later to those subscribers of a topic that keep up. */
  sendSample(channel: Channel, id: string, audience: Audience, message: ChannelMessage): void {
    for (const { frame, subscribers } of this.#frames(channel, id, audience, message)) {
      for (const subscriber of subscribers) subscriber.sendSample(frame);
    }
  }

  /**
   * A message's bytes for each group: serialized once, and framed once for each spelling of the identifier. It yields
   * them one by one, so that only one is in memory at a time.
   */
  *#frames(channel: Channel, id: string, audience: Audience, message: ChannelMessage) {
    const groups = this.#groups.get(topicKey(channel, id, audience));
    if (!groups) return;
    const json = JSON.stringify(message);
    for (const { identifier, subscribers } of [...groups.values()]) {
      yield { frame: Buffer.from(messageFrame(identifier, json)), subscribers };
    }
  }
}

const keyOf = ({ channel, organizationId, streamId, audience }: Topic): string =>
  topicKey(channel, streamId ?? organizationId, audience);
