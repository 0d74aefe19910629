import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { WorkerAddress } from '@/lib/contracts/worker-protocol';
import { workerPorts } from './worker-driver';

const loopbackBase = (127 << 24) | (20 << 16);
const loopbackCount = 1 << 18;

/**
 * Gives each worker its own loopback address (127.20.0.0/14), so that all can listen on the same ports. Assigns them in
 * a ring from a random start: drivers of one node hardly ever collide, and an ending worker's address is not reused
 * soon.
 */
export class LoopbackAddresses {
  readonly #used = new Set<string>();
  #cursor = Math.floor(Math.random() * loopbackCount);

  /** @returns a free address, in use from then on */
  acquire(): WorkerAddress {
    let host = hostAt(this.#cursor);
    while (this.#used.has(host) || isNetworkOrBroadcast(this.#cursor)) {
      this.#cursor = (this.#cursor + 1) % loopbackCount;
      host = hostAt(this.#cursor);
    }
    this.#cursor = (this.#cursor + 1) % loopbackCount;
    this.#used.add(host);
    return Object.assign({ host }, workerPorts);
  }

  /** Marks an address as in use that another driver acquired. */
  note({ host }: WorkerAddress): void {
    this.#used.add(host);
  }

  release({ host }: WorkerAddress): void {
    this.#used.delete(host);
  }
}

const hostAt = (index: number): string =>
  [24, 16, 8, 0].map((shift) => ((loopbackBase + index) >>> shift) & 0xff).join('.');

const isNetworkOrBroadcast = (index: number): boolean => (index & 0xff) === 0 || (index & 0xff) === 0xff;

/** Free ports of 127.0.0.1, for systems with one loopback address. */
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
