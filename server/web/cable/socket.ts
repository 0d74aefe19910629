import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { log } from '@/lib/platform/log';
import { findClientAddress } from '../client-address';
import { CableConnection } from './cable-connection';
import { chooseProtocol, readToken, refusalStatus } from './handshake';
import { Hub, type HubOptions } from './hub';
import { protocolName } from './protocol';

const maxMessageBytes = 64 * 1024;
const closeTimeoutMs = 1_000;

export interface CableOptions extends HubOptions {
  /** Origins of pages on other hosts that may connect, such as `https://shows.example.com`. */
  allowedOrigins: string[];
  maxConnectionsPerAddress: number;
  /** How many proxies, one behind the other, stand before this server. */
  trustedProxyCount: number;
}

/** The websocket server at /cable. */
export interface Cable {
  /** Takes over a request for an upgrade. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Tells all clients to connect again, and ends their connections. */
  close(): Promise<void>;
}

/** A websocket that knows its session, so that all sockets can share their listeners: each own one would cost memory. */
class CableSocket extends WebSocket {
  session: CableConnection | null = null;
  onGone: ((socket: CableSocket) => void) | null = null;
  address = '';
}

/** Opens /cable on the bus; requests come by `upgrade`. */
export function openCable(options: CableOptions): Cable {
  const { allowedOrigins, maxConnectionsPerAddress, trustedProxyCount, ...hubOptions } = options;
  const hub = new Hub(hubOptions);
  const sockets = new Set<CableSocket>();
  const connectionsByAddress = new Map<string, number>();
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
    handleProtocols: (offered) => chooseProtocol(offered),
    WebSocket: CableSocket,
  });
  hub.start();

  const onGone = (socket: CableSocket) => {
    sockets.delete(socket);
    const connections = connectionsByAddress.get(socket.address) ?? 0;
    if (connections > 1) connectionsByAddress.set(socket.address, connections - 1);
    else connectionsByAddress.delete(socket.address);
  };

  return {
    upgrade(request, socket, head) {
      const address = findClientAddress(request, trustedProxyCount);
      const connections = connectionsByAddress.get(address) ?? 0;
      const status = refusalStatus(request.headers, allowedOrigins) ?? (connections >= maxConnectionsPerAddress && 429);
      if (status) return refuse(socket, status);
      const token = readToken(request.headers, new URL(request.url ?? '/', 'http://localhost'));
      server.handleUpgrade(request, socket, head, (opened) => {
        connectionsByAddress.set(address, connections + 1);
        sockets.add(opened);
        Object.assign(opened, { address, onGone, session: new CableConnection(opened, hub) });
        opened.on('message', onMessage).on('close', onClose).on('error', onError);
        if (opened.protocol === protocolName) void opened.session?.open(token);
        else opened.session?.disconnect('invalid_request');
      });
    },

    async close() {
      await hub.stop();
      for (const socket of sockets) socket.session?.disconnect('server_restart');
      const deadlineMs = performance.now() + closeTimeoutMs;
      while (sockets.size > 0 && performance.now() < deadlineMs)
        await new Promise((resolve) => setTimeout(resolve, 20));
      for (const socket of sockets) socket.terminate();
    },
  };
}

function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
  if (this instanceof CableSocket) this.session?.receive(isBinary ? '' : data.toString());
}

function onClose(this: WebSocket): void {
  if (!(this instanceof CableSocket)) return;
  this.session?.end();
  this.onGone?.(this);
}

/** A broken frame or connection; ws closes it. */
function onError(this: WebSocket, error: Error): void {
  log.debug({ err: error }, 'cable: connection broken');
}

function refuse(socket: Duplex, status: number): void {
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
