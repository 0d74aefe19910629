import { setTimeout as sleep } from 'node:timers/promises';
import { findLiveAuthSessions } from '@/lib/auth/find-live-auth-sessions';
import type { ChannelMessage, StreamMetricsMessage } from '@/lib/contracts/cable-messages';
import { backoffMs } from '@/lib/core/backoff';
import type { Bus, BusMessage } from '@/lib/platform/bus/bus';
import { log } from '@/lib/platform/log';
import type { CableConnection } from './cable-connection';
import type { Channel, Row, RowKind } from './channels/channel';
import { eventsChannel } from './channels/events-channel';
import { type Topic, topicKey } from './channels/find-topic';
import { readRows } from './channels/read-rows';
import { streamMetricsChannel } from './channels/stream-metrics-channel';
import { streamStatusChannel } from './channels/stream-status-channel';
import { streamsChannel } from './channels/streams-channel';
import { ExpiryTimer } from './expiry-timer';
import { OrganizationReads } from './organization-reads';
import { PingWheel } from './ping-wheel';
import { type DisconnectReason, messageFrame } from './protocol';

const busRetry = { firstMs: 100, capMs: 5_000 };
/** A sample older than this says nothing about now. */
const sampleLifeMs = 5_000;

/** The channels that tell of changes, by what has changed. */
const channelsByKind: Record<RowKind, Channel[]> = {
  stream: [streamsChannel, streamStatusChannel],
  event: [eventsChannel],
};

/** Who hears a topic under one identifier: all of them get the same bytes. */
export interface Audience {
  topic: Topic;
  identifier: string;
  sessions: Set<CableConnection>;
}

/** All who hear one topic, by identifier. */
type Audiences = Map<string, Audience>;

export interface HubOptions {
  bus: Bus;
  maxConnectionsPerUser: number;
}

/** Who has subscribed to what in this process, and the way of a message from the bus to them. */
export class Hub {
  readonly #sessions = new PingWheel();
  readonly #expiry = new ExpiryTimer(this.#sessions);
  readonly #connectionsByUser = new Map<string, number>();
  /** By topic, then by identifier. */
  readonly #audiences = new Map<string, Audiences>();
  /** By kind, then by organization. */
  readonly #reads: Record<RowKind, Map<string, OrganizationReads>> = { stream: new Map(), event: new Map() };
  readonly #latestSamples = new Map<string, StreamMetricsMessage>();
  /** The frames of a snapshot, kept as long as what was read: many who ask together get the same bytes. */
  readonly #snapshots = new WeakMap<readonly Row[], Map<string, Buffer[]>>();
  readonly #stopping = new AbortController();
  #listening: Promise<(() => Promise<void>) | null> | null = null;

  constructor(private readonly options: HubOptions) {}

  /** Begins to listen to the bus, now or as soon as it can be reached. */
  start(): void {
    this.#sessions.start();
    this.#listening = this.#listen();
  }

  /** Tells everybody to come back to another process, and stops. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#sessions.stop();
    this.#expiry.stop();
    for (const session of this.#sessions) session.disconnect('server_restart');
    const unsubscribe = await this.#listening;
    await unsubscribe?.();
  }

  /** Lets a session in that has said who it is. @returns why not, or null */
  add(session: CableConnection): DisconnectReason | null {
    if (this.#stopping.signal.aborted) return 'server_restart';
    const userId = session.userId ?? '';
    const connections = this.#connectionsByUser.get(userId) ?? 0;
    if (connections >= this.options.maxConnectionsPerUser) return 'too_many_connections';
    this.#connectionsByUser.set(userId, connections + 1);
    session.slot = this.#sessions.add(session);
    this.#expiry.watch(session);
    return null;
  }

  remove(session: CableConnection): void {
    if (session.slot < 0) return;
    this.#sessions.delete(session, session.slot);
    session.slot = -1;
    const userId = session.userId ?? '';
    const connections = this.#connectionsByUser.get(userId) ?? 0;
    if (connections > 1) this.#connectionsByUser.set(userId, connections - 1);
    else this.#connectionsByUser.delete(userId);
  }

  /** The frames of a topic's present state, or null where a member of its organization may not hear it. */
  async snapshot(topic: Topic, identifier: string): Promise<Buffer[] | null> {
    const { channel, streamId } = topic;
    const rows = await this.#readsOf(channel.kind, topic.organizationId).read(streamId);
    const frames = this.#snapshots.get(rows) ?? new Map<string, Buffer[]>();
    this.#snapshots.set(rows, frames);
    const known = frames.get(identifier);
    if (known) return known;
    const messages = channel.snapshot({ rows, streamId, latestSample: this.#latestSample(streamId) });
    if (!messages) return null;
    const made = messages.map((message) => Buffer.from(messageFrame(identifier, JSON.stringify(message))));
    frames.set(identifier, made);
    return made;
  }

  /** @returns the audience that the session is now in, to be given to {@link leave} */
  join(session: CableConnection, topic: Topic, identifier: string): Audience {
    const key = keyOf(topic);
    const ofTopic = this.#audiences.get(key) ?? new Map<string, Audience>();
    this.#audiences.set(key, ofTopic);
    const audience = ofTopic.get(identifier) ?? { topic, identifier, sessions: new Set() };
    ofTopic.set(identifier, audience);
    audience.sessions.add(session);
    return audience;
  }

  leave(session: CableConnection, { topic, identifier, sessions }: Audience): void {
    sessions.delete(session);
    if (sessions.size > 0) return;
    const ofTopic = this.#audiences.get(keyOf(topic));
    ofTopic?.delete(identifier);
    if (ofTopic?.size === 0) this.#audiences.delete(keyOf(topic));
  }

  async #listen(): Promise<(() => Promise<void>) | null> {
    const listener = {
      onMessage: (message: BusMessage) => this.#onMessage(message),
      onResync: () => this.#onResync(),
    };
    for (let attempt = 0; !this.#stopping.signal.aborted; attempt++) {
      try {
        const unsubscribe = await this.options.bus.subscribe(listener);
        if (attempt > 0) this.#onResync();
        return unsubscribe;
      } catch (error) {
        log.warn({ err: error, attempt }, 'cable: no bus yet');
        await sleep(backoffMs(attempt, busRetry), undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      }
    }
    return null;
  }

  #onMessage(message: BusMessage): void {
    switch (message.type) {
      case 'stream_metrics':
        for (const { streamId, metrics } of message.samples) {
          this.#onSample({ type: 'stream_metrics', stream_id: streamId, metrics });
        }
        break;
      case 'session_revoked':
        for (const session of this.#sessions) {
          if (session.sessionId === message.sessionId) session.disconnect('remote');
        }
        break;
      case 'stream_upsert':
        this.#heardReads('stream', message, message.streamId)?.changed(message.streamId, message.isNew ?? false);
        break;
      case 'stream_remove':
        this.#heardReads('stream', message, message.streamId)?.removed(message.streamId);
        break;
      case 'event_upsert':
        this.#heardReads('event', message, message.eventId)?.changed(message.eventId, false);
        break;
      case 'event_remove':
        this.#heardReads('event', message, message.eventId)?.removed(message.eventId);
    }
  }

  #onSample(sample: StreamMetricsMessage): void {
    const { stream_id: streamId } = sample;
    // Deleted first, so that the map stays in the order of arrival and the oldest are at its head.
    this.#latestSamples.delete(streamId);
    this.#latestSamples.set(streamId, sample);
    for (const [id, { metrics }] of this.#latestSamples) {
      if (isRecent(metrics.recorded_at)) break;
      this.#latestSamples.delete(id);
    }
    const audiences = this.#audiences.get(topicKey(streamMetricsChannel, streamId));
    if (!audiences) return;
    for (const [frame, sessions] of framesFor(audiences, sample)) {
      for (const session of sessions) session.sendSample(frame);
    }
  }

  #latestSample(streamId: string | null): StreamMetricsMessage | null {
    const sample = streamId === null ? undefined : this.#latestSamples.get(streamId);
    return sample && isRecent(sample.metrics.recorded_at) ? sample : null;
  }

  /** Messages may be missing: everything is read anew, and sessions that were revoked meanwhile end. */
  #onResync(): void {
    for (const audiences of this.#audiences.values()) {
      for (const { topic } of audiences.values()) this.#readsOf(topic.channel.kind, topic.organizationId);
    }
    for (const readsByOrganization of Object.values(this.#reads)) {
      for (const reads of readsByOrganization.values()) reads.resync();
    }
    this.#endRevokedAuthSessions().catch((error: unknown) =>
      log.error({ err: error }, 'cable: it is not known which sessions were revoked'),
    );
  }

  async #endRevokedAuthSessions(): Promise<void> {
    const sessions = [...this.#sessions];
    const live = await findLiveAuthSessions([...new Set(sessions.flatMap(({ sessionId }) => sessionId ?? []))]);
    for (const session of sessions) {
      if (session.sessionId && !live.has(session.sessionId)) session.disconnect('remote');
    }
  }

  /** The reads by which somebody hears of a row, or is about to; undefined where nobody does. */
  #heardReads(kind: RowKind, { organizationId }: { organizationId: string }, id: string) {
    const isHeard = this.#reads[kind].has(organizationId) || this.#audiencesOf(kind, organizationId, id).length > 0;
    return isHeard ? this.#readsOf(kind, organizationId) : undefined;
  }

  #readsOf(kind: RowKind, organizationId: string): OrganizationReads {
    const known = this.#reads[kind].get(organizationId);
    if (known) return known;
    const reads = new OrganizationReads(
      (ids) => readRows[kind](organizationId, ids),
      {
        onChanged: (row, isNew) => {
          for (const { channel, audiences } of this.#audiencesOf(kind, organizationId, row.id)) {
            broadcast(audiences, channel.changed(row, isNew));
          }
        },
        onRemoved: (id) => {
          for (const { channel, audiences } of this.#audiencesOf(kind, organizationId, id)) {
            broadcast(audiences, channel.removed(id));
          }
        },
        onResync: (rows) => this.#tellEverything(kind, organizationId, rows),
        onIdle: () => this.#reads[kind].delete(organizationId),
      },
      this.#stopping.signal,
    );
    this.#reads[kind].set(organizationId, reads);
    return reads;
  }

  #audiencesOf(kind: RowKind, organizationId: string, id: string) {
    return channelsByKind[kind].flatMap((channel) => {
      const audiences = this.#audiences.get(topicKey(channel, channel.isOfStream ? id : organizationId));
      return audiences ? [{ channel, audiences }] : [];
    });
  }

  #tellEverything(kind: RowKind, organizationId: string, rows: Row[]): void {
    for (const audiences of this.#audiences.values()) {
      const [audience] = audiences.values();
      if (audience?.topic.organizationId !== organizationId || audience.topic.channel.kind !== kind) continue;
      const { channel, streamId } = audience.topic;
      const latestSample = this.#latestSample(streamId);
      broadcast(audiences, channel.snapshot({ rows, streamId, latestSample }) ?? channel.removed(streamId ?? ''));
    }
  }
}

const keyOf = ({ channel, streamId, organizationId }: Topic): string => topicKey(channel, streamId ?? organizationId);

const isRecent = (recordedAt: string): boolean => Date.now() - Date.parse(recordedAt) < sampleLifeMs;

function broadcast(audiences: Audiences, messages: ChannelMessage[]): void {
  for (const message of messages) {
    for (const [frame, sessions] of framesFor(audiences, message)) {
      for (const session of sessions) session.send(frame);
    }
  }
}

/** One message for all who hear a topic: serialised once, and framed once for each way to spell the identifier. */
function framesFor(audiences: Audiences, message: ChannelMessage): [Buffer, Set<CableConnection>][] {
  const json = JSON.stringify(message);
  return [...audiences.values()].map(({ identifier, sessions }) => [
    Buffer.from(messageFrame(identifier, json)),
    sessions,
  ]);
}
