import { type Audience, audiences } from '@/lib/auth/policy';
import type { RowKind, StreamMetricsMessage } from '@/lib/contracts/cable-messages';
import type { BusListener, BusMessage } from '@/lib/platform/bus/bus';
import { messageFrame } from '../protocol';
import { type Channel, channels, streamMetricsChannel, type Topic } from './channels';
import { type AudienceRow, changesOf, liveRowsByKind } from './live-rows';
import { OrganizationReads } from './organization-reads';
import { type Subscriber, type SubscriberGroup, Subscribers } from './subscribers';

/** The channels that report changes of a kind of row. */
const channelsOf = (kind: RowKind): Channel[] => channels.filter((channel) => channel.kind === kind && channel.changed);

/** An older sample is stale. */
const sampleLifeMs = 5_000;

/** Takes messages from the bus, reads the rows they name, and sends them to the subscribers. */
export class Broadcaster implements BusListener {
  readonly #subscribers = new Subscribers();
  /** By kind and organization. */
  readonly #reads = new Map<string, OrganizationReads>();
  /** The latest sample of each stream in order of arrival, for those who subscribe between two samples. */
  readonly #latestSamples = new Map<string, StreamMetricsMessage>();
  /** The frames of a snapshot, kept as long as its rows: simultaneous requests get the same bytes. */
  readonly #snapshots = new WeakMap<readonly AudienceRow[], Map<string, Buffer[]>>();
  readonly #stopping = new AbortController();

  /** Abandons reads that still wait for the database. */
  stop(): void {
    this.#stopping.abort();
  }

  /** The frames of a topic's current state; null when the topic is not of the actor's organization. */
  async snapshot(topic: Topic, identifier: string): Promise<Buffer[] | null> {
    const rows = await this.#readsOf(topic.channel.kind, topic.organizationId).read(topic.streamId);
    const framesByKey = this.#snapshots.get(rows) ?? new Map<string, Buffer[]>();
    this.#snapshots.set(rows, framesByKey);
    const key = `${topic.audience}:${identifier}`;
    const known = framesByKey.get(key);
    if (known) return known;
    const messages = this.#messagesOfState(topic, rows);
    if (!messages) return null;
    const frames = messages.map((message) => Buffer.from(messageFrame(identifier, JSON.stringify(message))));
    framesByKey.set(key, frames);
    return frames;
  }

  /** @returns the group that the subscriber is now in, which {@link unsubscribe} needs */
  subscribe(subscriber: Subscriber, topic: Topic, identifier: string): SubscriberGroup {
    return this.#subscribers.add(subscriber, topic, identifier);
  }

  unsubscribe(subscriber: Subscriber, group: SubscriberGroup): void {
    this.#subscribers.remove(subscriber, group);
  }

  onMessage(message: BusMessage): void {
    if (message.type === 'stream_metrics') {
      for (const { streamId, metrics } of message.samples) {
        this.#sendSample({ type: 'stream_metrics', stream_id: streamId, metrics });
      }
    }
    for (const { kind, organizationId, id, isNew, isRemoved } of changesOf(message)) {
      const reads = this.#findReads(kind, organizationId, id);
      if (isRemoved) reads?.removed(id);
      else reads?.changed(id, isNew);
    }
  }

  /** Messages may have been missed: reads all subscribed topics and sends them again. */
  onResync(): void {
    for (const organizationId of this.#subscribers.organizations()) {
      for (const { channel } of this.#subscribers.topicsOf(organizationId)) this.#readsOf(channel.kind, organizationId);
    }
    for (const reads of this.#reads.values()) reads.resync();
  }

  #sendSample(sample: StreamMetricsMessage): void {
    // Deleted first, so that the map stays in order of arrival, with the oldest first.
    this.#latestSamples.delete(sample.stream_id);
    this.#latestSamples.set(sample.stream_id, sample);
    for (const [streamId, known] of this.#latestSamples) {
      if (isRecent(known)) break;
      this.#latestSamples.delete(streamId);
    }
    for (const audience of audiences) {
      this.#subscribers.sendSample(streamMetricsChannel, sample.stream_id, audience, sample);
    }
  }

  #messagesOfState({ channel, streamId, audience }: Topic, rows: readonly AudienceRow[]) {
    const sample = streamId === null ? undefined : this.#latestSamples.get(streamId);
    return channel.snapshot({
      rows: rows.map((row) => row.seenBy(audience)),
      streamId,
      latestSample: sample && isRecent(sample) ? sample : null,
    });
  }

  /** The reads that handle a change of this row; undefined when it has no subscribers, present or pending. */
  #findReads(kind: RowKind, organizationId: string, id: string): OrganizationReads | undefined {
    const isRead =
      this.#reads.has(`${kind}:${organizationId}`) || this.#subscribedTo(kind, organizationId, id).length > 0;
    return isRead ? this.#readsOf(kind, organizationId) : undefined;
  }

  #readsOf(kind: RowKind, organizationId: string): OrganizationReads {
    const key = `${kind}:${organizationId}`;
    const known = this.#reads.get(key);
    if (known) return known;
    const reads = new OrganizationReads({
      read: (selection) => liveRowsByKind[kind].read(organizationId, selection),
      subscribedIds: () => this.#topicsOf(kind, organizationId).flatMap(({ streamId }) => streamId ?? []),
      onChanged: (row, isNew) => this.#sendChanged(kind, organizationId, row, isNew),
      onRemoved: (id) => this.#sendRemoved(kind, organizationId, id),
      onResync: (rows) => this.#sendState(kind, organizationId, rows),
      onIdle: () => this.#reads.delete(key),
      stopping: this.#stopping.signal,
    });
    this.#reads.set(key, reads);
    return reads;
  }

  #topicsOf(kind: RowKind, organizationId: string): Topic[] {
    return [...this.#subscribers.topicsOf(organizationId)].filter(({ channel }) => channel.kind === kind);
  }

  /** The subscribed topics that report changes of a row. */
  #subscribedTo(
    kind: RowKind,
    organizationId: string,
    rowId: string,
  ): { channel: Channel; id: string; audience: Audience }[] {
    return channelsOf(kind).flatMap((channel) => {
      const id = channel.isOfStream ? rowId : organizationId;
      const subscribed = audiences.filter((audience) => this.#subscribers.has(channel, id, audience));
      return subscribed.map((audience) => ({ channel, id, audience }));
    });
  }

  #sendChanged(kind: RowKind, organizationId: string, row: AudienceRow, isNew: boolean): void {
    for (const { channel, id, audience } of this.#subscribedTo(kind, organizationId, row.id)) {
      this.#subscribers.send(channel, id, audience, channel.changed?.(row.seenBy(audience), isNew) ?? []);
    }
  }

  #sendRemoved(kind: RowKind, organizationId: string, removedId: string): void {
    for (const { channel, id, audience } of this.#subscribedTo(kind, organizationId, removedId)) {
      this.#subscribers.send(channel, id, audience, channel.removed?.(removedId) ?? []);
    }
  }

  #sendState(kind: RowKind, organizationId: string, rows: AudienceRow[]): void {
    for (const topic of this.#topicsOf(kind, organizationId)) {
      const { channel, streamId, audience } = topic;
      const messages = this.#messagesOfState(topic, rows) ?? channel.removed?.(streamId ?? '') ?? [];
      this.#subscribers.send(channel, streamId ?? organizationId, audience, messages);
    }
  }
}

const isRecent = ({ metrics }: StreamMetricsMessage): boolean =>
  Date.now() - Date.parse(metrics.recorded_at) < sampleLifeMs;
