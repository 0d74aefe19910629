import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import { AppError } from '@/lib/core/errors';
import { networkOf, plainAddress } from '@/lib/core/network-of';
import { Places } from '@/lib/core/places';
import { TokenBuckets } from '@/lib/core/token-bucket';
import { followCertificate } from '@/lib/platform/https/follow-certificate';
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
/** A TLS connection begins with the type of its handshake's record (RFC 8446, 5.1), and RTMP with its version, 3. */
const tlsFirstByte = 0x16;
const firstByteWithinMs = 10_000;

export interface RtmpDoorOptions {
  host: string;
  /** 0 for any free one. */
  port: number;
  /** Holds the certificate for RTMPS: server.crt and server.key. Without one RTMPS is not taken. */
  certificateFolder: string | undefined;
  /** Maximum bitrate of a camera. */
  maxBitrateKbps: number;
  admit(named: SrtStreamId): Promise<SrtAdmission>;
  isHeld(streamId: string): boolean;
  /** @param streamId null where the caller named no stream */
  onRefusal(refusal: SrtRefusal, streamId: string | null, remoteAddress: string): void;
}

/** The gateway's public port for encoders by RTMP and RTMPS. It reads their calls, asks for admission, and joins them to workers. */
export class RtmpDoor {
  readonly #options: RtmpDoorOptions;
  readonly #server = createServer({ noDelay: true }, (socket) => this.#take(socket));
  readonly #callers = new Set<RtmpCaller>();
  /** Connections without a first byte. */
  readonly #silent = new Set<Socket>();
  /** Null where RTMPS is not taken. */
  #certificate: SecureContext | null = null;
  #unfollowCertificate = () => {};
  readonly #halfOpen = new Places(halfOpenPlaces);
  readonly #calls = new TokenBuckets(calls);
  readonly #log = new LimitedLog();
  readonly #foreign: ForeignConnections;
  readonly #sweepTimer = setInterval(() => this.#calls.sweep(performance.now()), sweepIntervalMs);

  /**
   * Opens the port.
   * @throws AppError `unavailable` with one sentence if the port is in use or forbidden, `invalid_configuration` without the
   *   certificate that the settings name
   */
  static async open(options: RtmpDoorOptions): Promise<RtmpDoor> {
    const door = new RtmpDoor(options);
    try {
      await door.#followCertificate();
      door.#server.listen(options.port, options.host);
      await once(door.#server, 'listening');
    } catch (cause) {
      await door.close();
      if (cause instanceof AppError) throw cause;
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
    this.#unfollowCertificate();
    this.#foreign.stop();
    for (const caller of this.#callers) caller.leave('the gateway stops');
    for (const socket of this.#silent) socket.destroy();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #followCertificate(): Promise<void> {
    const { certificateFolder: folder } = this.#options;
    if (folder === undefined) return;
    this.#unfollowCertificate = await followCertificate({ folder, setting: 'RTMPS_FOLDER' }, (certificate) => {
      this.#certificate = createSecureContext(certificate);
    });
  }

  #take(socket: Socket): void {
    socket.on('error', () => undefined);
    const address = plainAddress(socket.remoteAddress ?? '');
    const network = networkOf(address);
    if (!this.#calls.take(network, performance.now()) || !this.#halfOpen.take(network)) {
      this.#log.warn({ remoteAddress: address }, 'rtmp: a source calls too often');
      socket.destroy();
      return;
    }
    let isHalfOpen = true;
    const free = () => {
      if (isHalfOpen) this.#halfOpen.free(network);
      isHalfOpen = false;
    };
    socket.once('close', free);
    if (this.#certificate) this.#hear(socket, (heard) => this.#call(heard, address, free));
    else this.#call(socket, address, free);
  }

  /** Tells RTMPS from RTMP. @param onHeard called with the connection as RTMP comes by it */
  #hear(socket: Socket, onHeard: (heard: Socket) => void): void {
    this.#silent.add(socket);
    const timer = setTimeout(() => socket.destroy(), firstByteWithinMs);
    socket.once('close', () => {
      clearTimeout(timer);
      this.#silent.delete(socket);
    });
    socket.once('readable', () => {
      clearTimeout(timer);
      this.#silent.delete(socket);
      const bytes: Buffer | null = socket.read();
      if (bytes === null || !this.#certificate) return void socket.destroy();
      socket.unshift(bytes);
      const isTls = bytes[0] === tlsFirstByte;
      onHeard(isTls ? new TLSSocket(socket, { isServer: true, secureContext: this.#certificate }) : socket);
    });
  }

  /** @param onPublishing called once it is no longer half open */
  #call(socket: Socket, address: string, onPublishing: () => void): void {
    const { maxBitrateKbps, admit, onRefusal } = this.#options;
    const caller = new RtmpCaller({
      socket,
      address,
      maxBitrateKbps,
      admit,
      onRefusal: (refusal, streamId) => onRefusal(refusal, streamId, address),
      onPublishing: (record) => {
        onPublishing();
        this.#foreign.opened(record);
      },
      onEnded: (record) => {
        this.#callers.delete(caller);
        if (record) this.#foreign.ended(record);
      },
      log: this.#log,
    });
    this.#callers.add(caller);
  }
}
