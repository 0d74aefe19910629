import type { Bus, BusMessage } from '@/lib/platform/bus/bus';
import { RefusalLog } from '../refusals/refusal-log';
import type { EncoderRefusal, SrtAdmission, SrtRefusalNotice } from '../refusals/srt-refusal';
import type { EncoderLink } from '../srt/srt-link';
import type { OpenSrtConnection } from '../srt/srt-route';
import { Admission, type HeldStreams } from './admission';
import { ConnectionLog } from './connection-log';
import { EncoderContest } from './encoder-contest';
import { EncoderLinks } from './encoder-links';
import { ForeignConnections } from './foreign-connections';
import type { SrtStreamId } from './protocol/srt-stream-id';
import { readFormerConnections, restoreConnections } from './restore-connections';
import { StreamNotifier } from './stream-notifier';
import type { RouterHealth, RouterOptions } from './thread/router-messages';
import { SrtRouterThread } from './thread/srt-router-thread';

export interface GatewayRouterOptions extends RouterOptions {
  gatewayId: string;
  bus: Bus;
  held: HeldStreams;
  isGatewayAlive(gatewayId: string): boolean;
  /** An encoder is refused for a reason that the stream's owner can fix. Null: it named no stream. */
  onEncoderRefused(streamId: string | null, refusal: EncoderRefusal): void;
  /** The router's thread has ended by itself, and every connection with it. */
  onDied(error: Error): void;
  program?: URL;
}

/**
 * The gateway's side of its two public ports: admission, the records of their connections, and the exchange with other
 * gateways. The datagrams themselves pass in a thread.
 */
export class GatewayRouter {
  readonly #options: GatewayRouterOptions;
  readonly #notifier = new StreamNotifier();
  readonly #log: ConnectionLog;
  readonly #contest: EncoderContest;
  readonly #refusals: RefusalLog;
  readonly #admission: Admission;
  readonly #links: EncoderLinks;
  readonly #foreign: ForeignConnections;
  readonly #restored: Promise<void>;
  readonly #former: ReturnType<typeof readFormerConnections>;
  #thread!: SrtRouterThread;
  #admitCallers: () => void = () => undefined;
  #unsubscribe: (() => Promise<void>) | null = null;

  /**
   * Opens both ports; callers wait until {@link GatewayRouter.restore} has settled.
   * @throws AppError `unavailable` with one sentence if a port is in use or forbidden
   */
  static async open(options: GatewayRouterOptions): Promise<GatewayRouter> {
    const router = new GatewayRouter(options);
    await router.#open();
    return router;
  }

  private constructor(options: GatewayRouterOptions) {
    this.#options = options;
    const { gatewayId, bus, held, isGatewayAlive } = options;
    // Read while the thread loads, because a restart is an outage for viewers.
    this.#former = readFormerConnections(gatewayId);
    this.#former.catch(() => undefined); // restore() hears of it, unless the ports cannot be opened
    this.#restored = new Promise((resolve) => {
      this.#admitCallers = resolve;
    });
    this.#log = new ConnectionLog({
      gatewayId,
      localPortOf: (direction) => (direction === 'ingest' ? this.ingestPort : this.viewPort),
    });
    this.#contest = new EncoderContest({
      gatewayId,
      bus,
      isGatewayAlive,
      dropSilentEncoder: (streamId) => this.#thread.dropSilentEncoder(streamId),
      onNoEncoder: (streamId) => this.#log.withoutEncoder(streamId),
    });
    this.#refusals = new RefusalLog(options.onEncoderRefused);
    this.#admission = new Admission({
      gatewayId,
      held,
      notifier: this.#notifier,
      isContested: (streamId) => this.#contest.isContested(streamId),
    });
    this.#links = new EncoderLinks({
      gatewayId,
      bus,
      isHeld: (streamId) => held.has(streamId),
      readOwn: () => this.#thread.readLinks(),
    });
    this.#foreign = new ForeignConnections({
      isHeld: (streamId) => held.has(streamId),
      disconnect: ({ direction, caller }) => this.#thread.disconnect({ direction, callers: [caller] }),
    });
  }

  get ingestPort(): number {
    return this.#thread.ingestPort;
  }

  get viewPort(): number {
    return this.#thread.viewPort;
  }

  /**
   * Restores the connections from before this gateway's restart, subscribes to the bus, and admits callers.
   * @throws Error when Postgres or the bus cannot be reached
   */
  async restore(): Promise<void> {
    for (const connection of await restoreConnections(this.#thread, await this.#former)) {
      this.#foreign.opened(connection);
    }
    this.#unsubscribe = await this.#options.bus.subscribe({
      onMessage: (message) => this.#onMessage(message),
      onResync: () => {
        this.#notifier.notifyAll();
        this.#foreign.checkAll();
      },
    });
    // Catches up on changes before the subscription.
    this.#foreign.checkAll();
    this.#admitCallers();
  }

  /** Admits an encoder by RTMP, as those by SRT. */
  async admitRtmp(named: SrtStreamId): Promise<SrtAdmission> {
    await this.#restored;
    return this.#admission.admit(named, 'ingest', () => undefined, 'rtmp');
  }

  /** Records a refused encoder by RTMP, as those by SRT. */
  recordRefusal(notice: SrtRefusalNotice): void {
    this.#refusals.record(notice);
  }

  /** The counters of both ports. */
  readHealth(): Promise<RouterHealth> {
    return this.#thread.readHealth();
  }

  readLinks(): Promise<Map<string, EncoderLink>> {
    return this.#links.read();
  }

  /** The bytes that went to SRT players through this gateway since the last call, by stream. */
  readPlayerBytes(): Promise<Map<string, number>> {
    return this.#thread.readPlayerBytes();
  }

  closeStream(streamId: string, keyHash?: string): void {
    this.#thread.closeStream(streamId, keyHash);
  }

  /** Disconnects all callers, closes both ports, and settles once that is recorded. */
  async close(): Promise<void> {
    this.#foreign.stop();
    await this.#thread.close();
    await this.#log.settled();
    await this.#unsubscribe?.();
  }

  async #open(): Promise<void> {
    const { host, ingestPort, viewPort, maxBitrateKbps, program, onDied } = this.#options;
    this.#thread = await SrtRouterThread.open({
      host,
      ingestPort,
      viewPort,
      maxBitrateKbps,
      program,
      onDied,
      admit: async (named, direction, onWaiting) => {
        await this.#restored;
        return this.#admission.admit(named, direction, onWaiting);
      },
      onRefusal: (notice) => this.#refusals.record(notice),
      onConnected: (connection) => this.#onConnected(connection),
      onLinksChanged: (connection) => this.#log.opened(connection),
      onDisconnected: (connection) => this.#onDisconnected(connection),
    });
  }

  #onConnected(connection: OpenSrtConnection): void {
    this.#log.opened(connection);
    this.#foreign.opened(connection);
  }

  #onDisconnected(connection: OpenSrtConnection): void {
    this.#log.ended(connection);
    this.#foreign.ended(connection);
  }

  #onMessage(message: BusMessage): void {
    if (message.type === 'stream_upsert' || message.type === 'stream_remove') {
      this.#notifier.notify(message.streamId);
      void this.#foreign.check(message.streamId);
    } else if (message.type === 'srt_contest') {
      void this.#contest.receive(message);
    } else if (message.type === 'srt_links') {
      this.#links.receive(message);
    }
  }
}
