import type { Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, isIPv6 } from 'node:net';
import { splitVisca } from '@/lib/core/visca';
import { log } from '@/lib/platform/log';
import { bindUdp } from '@/lib/platform/process/bind-udp';
import { processWide } from '@/lib/platform/process-wide';

/** Where a camera is: an address that was checked, never a name. */
export interface CameraAddress {
  address: string;
  port: number;
}

/** A way to one camera, for whole messages. */
export interface ViscaLink {
  /** Whether a message may get lost on the way. */
  readonly isLossy: boolean;
  send(bytes: Uint8Array): void;
  close(): void;
}

/** The camera's side of a link. */
export interface ViscaLinkEvents {
  onMessage(bytes: Uint8Array): void;
  /** The connection is gone. It is not called for links over UDP, nor after close. */
  onEnd(): void;
}

const anyHost = (address: string): string => (isIPv6(address) ? '::' : '0.0.0.0');

/** Opens a socket of its own for one camera. @throws NodeJS.ErrnoException */
export async function openUdpLink({ address, port }: CameraAddress, events: ViscaLinkEvents): Promise<ViscaLink> {
  const socket = await bindUdp(anyHost(address), 0);
  // An unreachable host is reported here; the camera's silence says it as well.
  socket.on('error', (error) => log.debug({ err: error }, 'ptz: a datagram was not sent'));
  socket.on('message', (bytes, { address: from }) => {
    if (from === address) events.onMessage(bytes);
  });
  return { isLossy: true, send: (bytes) => socket.send(bytes, port, address), close: () => socket.close() };
}

/** Sony's cameras answer to this port, whatever the port that a command came from. */
const sonyReplyPort = 52_381;

interface SharedLink extends CameraAddress {
  events: ViscaLinkEvents;
}

/** The one socket of this process for cameras with Sony's header, told apart by their addresses. */
class SharedPort {
  readonly #links = new Set<SharedLink>();
  readonly #host: string;
  readonly #port: number;
  #socket: Promise<UdpSocket> | null = null;

  constructor(host: string, port: number) {
    this.#host = host;
    this.#port = port;
  }

  async open({ address, port }: CameraAddress, events: ViscaLinkEvents): Promise<ViscaLink> {
    const link: SharedLink = { address, port, events };
    this.#links.add(link);
    try {
      this.#socket ??= this.#bind();
      const socket = await this.#socket;
      return {
        isLossy: true,
        send: (bytes) => socket.send(bytes, port, address),
        close: () => this.#leave(link, socket),
      };
    } catch (error) {
      this.#links.delete(link);
      this.#socket = null;
      throw error;
    }
  }

  async #bind(): Promise<UdpSocket> {
    const socket = await bindUdp(this.#host, this.#port).catch((error: NodeJS.ErrnoException) => {
      // Another program of this machine has it. Cameras that answer to the port of the command still do.
      log.warn({ err: error, port: this.#port }, 'ptz: the port for replies is in use; takes another one');
      return bindUdp(this.#host, 0);
    });
    socket.on('error', (error) => log.debug({ err: error }, 'ptz: a datagram was not sent'));
    socket.on('message', (bytes, { address, port }) => {
      const there = [...this.#links].filter((link) => link.address === address);
      const link = there.find((one) => one.port === port) ?? (there.length === 1 ? there[0] : undefined);
      link?.events.onMessage(bytes);
    });
    return socket;
  }

  #leave(link: SharedLink, socket: UdpSocket): void {
    if (!this.#links.delete(link) || this.#links.size > 0) return;
    this.#socket = null;
    socket.close();
  }
}

/** Opens a link to a camera with Sony's header. @throws NodeJS.ErrnoException */
export function openSharedUdpLink(
  camera: CameraAddress,
  events: ViscaLinkEvents,
  replyPort = sonyReplyPort,
): Promise<ViscaLink> {
  const host = anyHost(camera.address);
  const shared = processWide(`ptz port ${host} ${replyPort}`, () => new SharedPort(host, replyPort));
  return shared.open(camera, events);
}

const connectTimeoutMs = 2_000;

/** Connects by TCP. @throws Error when nothing accepts the connection in time */
export async function openTcpLink({ address, port }: CameraAddress, events: ViscaLinkEvents): Promise<ViscaLink> {
  const socket = connect({ host: address, port, noDelay: true });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(connectTimeoutMs) });
  } catch (error) {
    socket.destroy();
    throw error;
  }
  let rest: Uint8Array = new Uint8Array();
  socket.on('data', (bytes) => {
    const split = splitVisca(Buffer.concat([rest, bytes]));
    // A stream without ends is no camera.
    rest = split.rest.length > maxMessageBytes ? new Uint8Array() : split.rest;
    for (const message of split.messages) events.onMessage(message);
  });
  socket.on('error', (error) => log.debug({ err: error }, 'ptz: a connection broke'));
  socket.on('close', () => events.onEnd());
  return {
    isLossy: false,
    send: (bytes) => socket.write(bytes),
    close() {
      socket.removeAllListeners('close');
      // An earlier message, such as a stop, still goes out.
      socket.end();
      setTimeout(() => socket.destroy(), connectTimeoutMs).unref();
    },
  };
}

const maxMessageBytes = 64;
