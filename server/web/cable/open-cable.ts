import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type ServerOptions, WebSocket, WebSocketServer } from 'ws';
import { networkOf } from '@/lib/core/network-of';
import { pause } from '@/lib/core/pause';
import { Places } from '@/lib/core/places';
import { clientAddressHeader } from '@/lib/http/client-address';
import type { Bus } from '@/lib/platform/bus/bus';
import { log } from '@/lib/platform/log';
import { Broadcaster } from './broadcast/broadcaster';
import { BusSubscription } from './bus-subscription';
import { CableConnection } from './cable-connection';
import { BacklogBudget } from './connections/backlog-budget';
import { ConnectionRegistry } from './connections/connection-registry';
import { chooseProtocol, readToken, refusalOf } from './handshake';
import { protocolName } from './protocol';

const maxMessageBytes = 64 * 1024;
/** Maximum parts of a message: more would cost more memory than the message itself. */
const maxPartsOfMessage = 256;
/** How long a client may take to answer a close. */
const closeHandshakeTimeoutMs = 5_000;
const closeTimeoutMs = 1_000;

export interface CableOptions {
  bus: Bus;
  /** Origins of pages on other hosts that may connect, such as `https://shows.example.com`. */
  allowedOrigins: string[];
  maxConnectionsPerUser: number;
  /** Limit of one IPv4 address, or of the first 64 bits of an IPv6 address. */
  maxConnectionsPerAddress: number;
}

/** The websocket server at /cable. */
export interface Cable {
  /**
   * Handles an upgrade request, whose headers identify the caller (server/web/trusted-proxies.ts).
   * @param refuse answers with an HTTP status and a sentence, and releases the connection
   */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, refuse: (status: number, text: string) => void): void;
  readonly connectionCount: number;
  /** Asks all clients to connect again, and ends their connections. */
  close(): Promise<void>;
}

/** A websocket with its connection, so that all sockets share the same listeners: separate ones would cost memory. */
class CableSocket extends WebSocket {
  connection: CableConnection | null = null;
  onGone: ((socket: CableSocket) => void) | null = null;
}

/** Opens /cable on the bus; requests arrive by `upgrade`. */
export function openCable(options: CableOptions): Cable {
  const registry = new ConnectionRegistry(options.maxConnectionsPerUser);
  const broadcaster = new Broadcaster();
  const backlog = new BacklogBudget();
  const busSubscription = new BusSubscription(options.bus, [registry, broadcaster]);
  const sockets = new Set<CableSocket>();
  const places = new Places({ maxOfKey: options.maxConnectionsPerAddress });
  // @types/ws lacks some of these.
  const serverOptions: ServerOptions<typeof CableSocket> & { closeTimeout: number } = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
    maxFragments: maxPartsOfMessage,
    maxBufferedChunks: maxPartsOfMessage,
    closeTimeout: closeHandshakeTimeoutMs,
    handleProtocols: (offered) => chooseProtocol(offered),
    WebSocket: CableSocket,
  };
  const server = new WebSocketServer(serverOptions);
  registry.start();
  busSubscription.start();

  const onGone = (socket: CableSocket) => void sockets.delete(socket);

  return {
    upgrade(request, socket, head, refuse) {
      const address = networkOf(request.headers[clientAddressHeader]?.toString() ?? '');
      const refusal = refusalOf(request.headers, options.allowedOrigins);
      if (refusal) return refuse(refusal.status, refusal.text);
      if (!places.take(address)) {
        return refuse(429, 'This network has too many live connections. Close some of them.');
      }
      socket.once('close', () => places.free(address));
      const token = readToken(request.headers, new URL(request.url ?? '/', 'http://localhost'));
      server.handleUpgrade(request, socket, head, (opened) => {
        const connection = new CableConnection({ transport: opened, registry, broadcaster, backlog });
        sockets.add(opened);
        Object.assign(opened, { onGone, connection });
        opened.on('message', onMessage).on('close', onClose).on('error', onError);
        if (opened.protocol === protocolName) void connection.open(token);
        else connection.disconnect('invalid_request');
      });
    },

    get connectionCount() {
      return sockets.size;
    },

    async close() {
      registry.stop();
      broadcaster.stop();
      await busSubscription.stop();
      for (const socket of sockets) socket.connection?.disconnect('server_restart');
      const deadlineMs = performance.now() + closeTimeoutMs;
      while (sockets.size > 0 && performance.now() < deadlineMs) await pause(20);
      for (const socket of sockets) socket.terminate();
    },
  };
}

function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
  if (this instanceof CableSocket) this.connection?.receive(isBinary ? '' : data.toString());
}

function onClose(this: WebSocket): void {
  if (!(this instanceof CableSocket)) return;
  this.connection?.end();
  this.onGone?.(this);
}

/** A broken frame or connection, which ws closes. */
function onError(this: WebSocket, error: Error): void {
  log.debug({ err: error }, 'cable: connection broken');
}
