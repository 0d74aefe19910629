import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const perSecond = 200;
/** The door gives each network some places. */
const addressCount = 32;

/**
 * Keeps so many connections to a port open at once, each begun by `begin`, and replaces those that the other side ends.
 * `goOn` is called for each open one, once a second.
 */
export async function holdCalls(
  { port, count }: { port: number; count: number },
  { begin, goOn }: { begin: (socket: Socket) => void; goOn?: (socket: Socket) => void },
  signal: AbortSignal,
): Promise<void> {
  const open = new Set<Socket>();
  const timer = setInterval(() => {
    for (const socket of open) goOn?.(socket);
  }, 1_000);
  for (let call = 0; !signal.aborted; call++) {
    if (open.size < count) {
      const socket = connect({ port, host: '127.0.0.1', localAddress: `127.78.0.${1 + (call % addressCount)}` });
      open.add(socket);
      // The product may end them at any time.
      socket.on('error', () => undefined);
      socket.once('close', () => open.delete(socket));
      socket.resume();
      begin(socket);
    }
    await sleep(1_000 / perSecond);
  }
  clearInterval(timer);
  for (const socket of open) socket.destroy();
}
