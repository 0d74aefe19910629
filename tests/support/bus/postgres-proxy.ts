import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface PostgresProxy {
  /** The same database, by way of the proxy. */
  url: string;
  /** Cuts all connections and refuses new ones until `restore`. */
  cut(): void;
  /** Lets nothing through, but keeps the connections: what a firewall does that forgets them. */
  freeze(): void;
  /** New connections work; the old ones stay as they are. */
  restore(): void;
  close(): void;
}

/** A door to a database that a test can shut, for outages of one process alone. */
export async function openPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const frozen = new WeakSet<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        // A forgotten connection's end reaches nobody either.
        if (frozen.has(socket)) return;
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port for the proxy');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${address.port}`;
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut: () => {
      isCut = true;
      drop();
    },
    freeze: () => {
      for (const socket of sockets) frozen.add(socket.unpipe().pause());
    },
    restore: () => {
      isCut = false;
    },
    close: () => {
      server.close();
      drop();
    },
  };
}
