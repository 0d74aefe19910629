import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to whoever asks for any, so that nobody gets one before the program that it is for. */
const range = { first: 21_000, end: 32_000 };
/** Vitest runs up to four files at once, each in a worker of its own. */
const slices = 4;
/** A worker takes ports that no other worker of this run takes, also before the programs that they are for listen. */
const slice = ((): typeof range => {
  const worker = Number(process.env.VITEST_POOL_ID ?? 0);
  if (worker === 0) return range;
  const width = Math.floor((range.end - range.first) / slices);
  const first = range.first + (worker % slices) * width;
  return { first, end: first + width };
})();
/** Ports that were asked for and may not be in use yet. */
const given = new Set<number>();

/** A TCP port on 127.0.0.1 that nobody uses at this moment. */
export const freeTcpPort = (): Promise<number> =>
  findFree(async (port) => {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
  });

/** A UDP port on 127.0.0.1 that nobody uses at this moment. */
export const freeUdpPort = (): Promise<number> =>
  findFree(async (port) => {
    const socket = createSocket('udp4').bind(port, '127.0.0.1');
    await once(socket, 'listening');
    socket.close();
  });

/** @param use listens there for a moment; rejects where somebody else does */
async function findFree(use: (port: number) => Promise<void>): Promise<number> {
  for (;;) {
    const port = randomInt(slice.first, slice.end);
    if (given.has(port)) continue;
    try {
      await use(port);
      given.add(port);
      return port;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    }
  }
}
