import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { AppError } from '@/lib/core/errors';
import { networkOf, plainAddress } from '@/lib/core/network-of';
import { Places } from '@/lib/core/places';
import { TokenBuckets } from '@/lib/core/token-bucket';
import { LimitedLog } from '../limits/limited-log';
import type { SrtAdmission, SrtRefusal } from '../refusals/srt-refusal';
import { ForeignConnections } from '../srt-router/foreign-connections';
import type { SrtStreamId } from '../srt-router/protocol/srt-stream-id';
import { RtmpCaller } from './rtmp-caller';

/** Callers that are not publishing yet. A venue's encoders call at once and share an address. */
const halfOpenPlaces = { max: 1_024, maxOfKey: 64 };
/** Calls of one network. Each costs a look-up. */
const calls = { perSecond: 20, burst: 100, maxKeys: 8_192 };
const sweepIntervalMs = 10_000;

export interface RtmpDoorOptions {
  host: string;
  /** 0 for any free one. */
  port: number;
  /** Maximum bitrate of a camera. */
  maxBitrateKbps: number;
  admit(named: SrtStreamId): Promise<SrtAdmission>;
  isHeld(streamId: string): boolean;
  /** @param streamId null where the caller named no stream */
  onRefusal(refusal: SrtRefusal, streamId: string | null, remoteAddress: string): void;
}

/** The gateway's public port for RTMP encoders. It reads their calls, asks for admission, and joins them to workers. */
export class RtmpDoor {
  readonly #options: RtmpDoorOptions;
  readonly #server = createServer({ noDelay: true }, (socket) => this.#take(socket));
  readonly #callers = new Set<RtmpCaller>();
  readonly #halfOpen = new Places(halfOpenPlaces);
  readonly #calls = new TokenBuckets(calls);
  readonly #log = new LimitedLog();
  readonly #foreign: ForeignConnections;
  readonly #sweepTimer = setInterval(() => this.#calls.sweep(performance.now()), sweepIntervalMs);

  /** Opens the port. @throws AppError `unavailable` with one sentence if the port is in use or forbidden */
  static async open(options: RtmpDoorOptions): Promise<RtmpDoor> {
    const door = new RtmpDoor(options);
    try {
      door.#server.listen(options.port, options.host);
      await once(door.#server, 'listening');
    } catch (cause) {
      await door.close();
      throw new AppError('unavailable', `TCP port ${options.port} (RTMP_PORT) cannot be opened; choose another one.`, {
        cause,
      });
    }
    return door;
  }

  private constructor(options: RtmpDoorOptions) {
    this.#options = options;
    this.#foreign = new ForeignConnections({
      isHeld: options.isHeld,
      disconnect: ({ caller }) => {
        for (const one of this.#callers) {
          if (one.address === caller.address && one.port === caller.port)
            one.end('its stream no longer has this worker');
        }
      },
    });
  }

  get port(): number {
    const address = this.#server.address();
    return address !== null && typeof address !== 'string' ? address.port : 0;
  }

  /** Disconnects the encoders of a stream. @param keyHash only those that this key has let in */
  closeStream(streamId: string, keyHash?: string): void {
    for (const caller of this.#callers) {
      const { route } = caller;
      const isMeant = route?.streamId === streamId && (keyHash === undefined || route.keyHash === keyHash);
      if (isMeant) caller.end('the stream was closed');
    }
  }

  /** Disconnects all encoders and closes the port. */
  async close(): Promise<void> {
    clearInterval(this.#sweepTimer);
    this.#foreign.stop();
    for (const caller of this.#callers) caller.leave('the gateway stops');
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }

  #take(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress ?? '');
    const network = networkOf(address);
    if (!this.#calls.take(network, performance.now()) || !this.#halfOpen.take(network)) {
      this.#log.warn({ remoteAddress: address }, 'rtmp: a source calls too often');
      socket.on('error', () => undefined);
      socket.destroy();
      return;
    }
    let isHalfOpen = true;
    const free = () => {
      if (isHalfOpen) this.#halfOpen.free(network);
      isHalfOpen = false;
    };
    const { maxBitrateKbps, admit, onRefusal } = this.#options;
    const caller = new RtmpCaller({
      socket,
      address,
      maxBitrateKbps,
      admit,
      onRefusal: (refusal, streamId) => onRefusal(refusal, streamId, address),
      onPublishing: (record) => {
        free();
        this.#foreign.opened(record);
      },
      onEnded: (record) => {
        free();
        this.#callers.delete(caller);
        if (record) this.#foreign.ended(record);
      },
      log: this.#log,
    });
    this.#callers.add(caller);
  }
}
