import { audiences } from '@/lib/auth/policy';
import type { StreamMetricsMessage } from '@/lib/contracts/cable-messages';
import type { BusListener, BusMessage } from '@/lib/platform/bus/bus';
import type { Channel, RowKind } from '../channels/channel';
import { crewChannel } from '../channels/crew-channel';
import { eventsChannel } from '../channels/events-channel';
import { exportsChannel } from '../channels/exports-channel';
import { marksChannel } from '../channels/marks-channel';
import { streamMetricsChannel } from '../channels/stream-metrics-channel';
import { streamStatusChannel } from '../channels/stream-status-channel';
import { streamsChannel } from '../channels/streams-channel';
import { tallyChannel } from '../channels/tally-channel';
import { messageFrame } from '../protocol';
import { type AudienceRow, readRows } from './audience-rows';
import { LatestSamples } from './latest-samples';
import { OrganizationReads } from './organization-reads';
import { type Subscriber, type SubscriberGroup, Subscribers } from './subscribers';
import type { Topic } from './topic';

/** The channels that report changes of a kind of row. */
const channelsByKind: Record<RowKind, Channel[]> = {
  stream: [streamsChannel, streamStatusChannel],
  event: [eventsChannel],
  tally: [tallyChannel],
  export: [exportsChannel],
  mark: [marksChannel],
  phone: [crewChannel],
};

/** Takes messages from the bus, reads the rows they name, and sends them to the subscribers. */
export class Broadcaster implements BusListener {
  readonly #subscribers = new Subscribers();
  /** By kind, then by organization. */
  readonly #reads: Record<RowKind, Map<string, OrganizationReads>> = {
    stream: new Map(),
    event: new Map(),
    tally: new Map(),
    export: new Map(),
    mark: new Map(),
    phone: new Map(),
  };
  readonly #latestSamples = new LatestSamples();
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
    switch (message.type) {
      case 'stream_metrics':
        for (const { streamId, metrics } of message.samples) {
          this.#sendSample({ type: 'stream_metrics', stream_id: streamId, metrics });
        }
        break;
      case 'stream_upsert':
        this.#findReads('stream', message, message.streamId)?.changed(message.streamId, message.isNew ?? false);
        break;
      case 'stream_remove':
        this.#findReads('stream', message, message.streamId)?.removed(message.streamId);
        this.#findReads('phone', message, message.streamId)?.removed(message.streamId);
        break;
      case 'event_upsert':
        this.#findReads('event', message, message.eventId)?.changed(message.eventId, false);
        break;
      case 'event_remove':
        this.#findReads('event', message, message.eventId)?.removed(message.eventId);
        break;
      case 'tally_upsert':
        this.#findReads('tally', message, message.eventId)?.changed(message.eventId, false);
        break;
      case 'export_upsert':
        this.#findReads('export', message, message.exportId)?.changed(message.exportId, false);
        break;
      case 'export_remove':
        this.#findReads('export', message, message.exportId)?.removed(message.exportId);
        break;
      case 'mark_upsert':
        this.#findReads('mark', message, message.markId)?.changed(message.markId, false);
        break;
      case 'mark_remove':
        this.#findReads('mark', message, message.markId)?.removed(message.markId);
        break;
      case 'phone_upsert':
        this.#findReads('phone', message, message.streamId)?.changed(message.streamId, false);
        break;
      case 'phone_remove':
        this.#findReads('phone', message, message.streamId)?.removed(message.streamId);
    }
  }

  /** Messages may have been missed: reads all subscribed topics and sends them again. */
  onResync(): void {
    for (const organizationId of this.#subscribers.organizations()) {
      for (const { channel } of this.#subscribers.topicsOf(organizationId)) this.#readsOf(channel.kind, organizationId);
    }
    for (const readsByOrganization of Object.values(this.#reads)) {
      for (const reads of readsByOrganization.values()) reads.resync();
    }
  }

  #sendSample(sample: StreamMetricsMessage): void {
    this.#latestSamples.add(sample);
    for (const audience of audiences) {
      this.#subscribers.sendSample(streamMetricsChannel, sample.stream_id, audience, sample);
    }
  }

  #messagesOfState({ channel, streamId, audience }: Topic, rows: readonly AudienceRow[]) {
    return channel.snapshot({
      rows: rows.map((row) => row.seenBy(audience)),
      streamId,
      latestSample: streamId === null ? null : this.#latestSamples.find(streamId),
    });
  }

  /** The reads that handle a change of this row; undefined when it has no subscribers, present or pending. */
  #findReads(kind: RowKind, { organizationId }: { organizationId: string }, id: string) {
    const hasSubscribers =
      this.#reads[kind].has(organizationId) ||
      channelsByKind[kind].some((channel) =>
        audiences.some((audience) => this.#subscribers.has(channel, idOf(channel, organizationId, id), audience)),
      );
    return hasSubscribers ? this.#readsOf(kind, organizationId) : undefined;
  }

  #readsOf(kind: RowKind, organizationId: string): OrganizationReads {
    const known = this.#reads[kind].get(organizationId);
    if (known) return known;
    const reads = new OrganizationReads({
      read: (selection) => readRows[kind](organizationId, selection),
      subscribedIds: () => this.#subscribedIds(kind, organizationId),
      onChanged: (row, isNew) => this.#sendChanged(kind, organizationId, row, isNew),
      onRemoved: (id) => this.#sendRemoved(kind, organizationId, id),
      onResync: (rows) => this.#sendState(kind, organizationId, rows),
      onIdle: () => this.#reads[kind].delete(organizationId),
      stopping: this.#stopping.signal,
    });
    this.#reads[kind].set(organizationId, reads);
    return reads;
  }

  #subscribedIds(kind: RowKind, organizationId: string): string[] {
    return [...this.#subscribers.topicsOf(organizationId)].flatMap(({ channel, streamId }) =>
      channel.kind === kind ? (streamId ?? []) : [],
    );
  }

  #sendChanged(kind: RowKind, organizationId: string, row: AudienceRow, isNew: boolean): void {
    for (const channel of channelsByKind[kind]) {
      const id = idOf(channel, organizationId, row.id);
      for (const audience of audiences) {
        if (!this.#subscribers.has(channel, id, audience)) continue;
        this.#subscribers.send(channel, id, audience, channel.changed(row.seenBy(audience), isNew));
      }
    }
  }

  #sendRemoved(kind: RowKind, organizationId: string, removedId: string): void {
    for (const channel of channelsByKind[kind]) {
      const id = idOf(channel, organizationId, removedId);
      for (const audience of audiences) this.#subscribers.send(channel, id, audience, channel.removed(removedId));
    }
  }

  #sendState(kind: RowKind, organizationId: string, rows: AudienceRow[]): void {
    for (const topic of this.#subscribers.topicsOf(organizationId)) {
      const { channel, streamId, audience } = topic;
      if (channel.kind !== kind) continue;
      const messages = this.#messagesOfState(topic, rows) ?? channel.removed(streamId ?? '');
      this.#subscribers.send(channel, streamId ?? organizationId, audience, messages);
    }
  }
}

/** The id of a channel's topic: the row's, or its organization's. */
const idOf = (channel: Channel, organizationId: string, rowId: string): string =>
  channel.isOfStream ? rowId : organizationId;
