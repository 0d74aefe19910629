import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { WorkerAddress } from '@/lib/contracts/worker-protocol';

const loopbackBase = (127 << 24) | (20 << 16);
const loopbackCount = 1 << 18;

/**
 * Gives each worker a loopback address of its own (127.20.0.0/14), so that all can listen on the same ports. They are
 * handed out in a ring from a random start: drivers of one node hardly ever meet, and a worker that is just ending keeps
 * its address for a while.
 */
export class LoopbackAddresses {
  readonly #taken = new Set<string>();
  #cursor = Math.floor(Math.random() * loopbackCount);

  /** @returns an address that is not taken; taken from then on */
  take(): WorkerAddress {
    let host = hostAt(this.#cursor);
    while (this.#taken.has(host) || isNetworkOrBroadcast(this.#cursor)) {
      this.#cursor = (this.#cursor + 1) % loopbackCount;
      host = hostAt(this.#cursor);
    }
    this.#cursor = (this.#cursor + 1) % loopbackCount;
    this.#taken.add(host);
    return { host, inputPort: 20011, outputPort: 20012, controlPort: 20013 };
  }

  /** An address is in use that another driver has taken. */
  note({ host }: WorkerAddress): void {
    this.#taken.add(host);
  }

  release({ host }: WorkerAddress): void {
    this.#taken.delete(host);
  }
}

const hostAt = (index: number): string =>
  [24, 16, 8, 0].map((shift) => ((loopbackBase + index) >>> shift) & 0xff).join('.');

const isNetworkOrBroadcast = (index: number): boolean => (index & 0xff) === 0 || (index & 0xff) === 0xff;

/** For systems with one loopback address: free ports, as the system gives them. */
export async function findFreePorts(): Promise<WorkerAddress> {
  const host = '127.0.0.1';
  const [input, output] = [createSocket('udp4'), createSocket('udp4')];
  for (const socket of [input, output]) {
    socket.bind(0, host);
    await once(socket, 'listening');
  }
  const control = createServer().listen(0, host);
  await once(control, 'listening');
  const listening = control.address();
  const controlPort = listening !== null && typeof listening !== 'string' ? listening.port : 0;
  const address = { host, inputPort: input.address().port, outputPort: output.address().port, controlPort };
  for (const socket of [input, output, control]) socket.close();
  return address;
}
