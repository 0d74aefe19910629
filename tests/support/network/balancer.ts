import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface Balancer {
  port: number;
  close(): void;
}

/** Passes each TCP connection to one of several servers in turn, and to another one where that refuses it. */
export async function openBalancer(ports: number[]): Promise<Balancer> {
  const sockets = new Set<Socket>();
  let turn = 0;
  const reach = async (): Promise<Socket | null> => {
    for (const _ of ports) {
      const far = connect(ports[turn++ % ports.length] ?? 0, '127.0.0.1');
      const isOpen = await once(far, 'connect').then(
        () => true,
        () => false,
      );
      if (isOpen) return far;
    }
    return null;
  };
  const server = createServer(async (near) => {
    near.on('error', () => near.destroy());
    const far = await reach();
    if (!far) {
      near.destroy();
      return;
    }
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port for the balancer');
  return {
    port: address.port,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
