import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface WorkerAddress {
  podIp: string;
  inputPort: number;
  outputPort: number;
  /** Gives the address back. */
  release(): void;
}

const loopbackBase = (127 << 24) | (20 << 16);
const loopbackCount = 1 << 18;

/**
 * Gives each worker a loopback address of its own (127.20.0.0/14), so that all can listen on the same two ports. They
 * are handed out in a ring from a random start: a worker that is just dying, also one of a gateway that was killed,
 * keeps its address for a while.
 */
export class LoopbackAddresses {
  private readonly taken = new Set<number>();
  private cursor = Math.floor(Math.random() * loopbackCount);

  async take(): Promise<WorkerAddress> {
    while (this.taken.has(this.cursor) || isNetworkOrBroadcast(this.cursor)) this.advance();
    const index = this.cursor;
    this.taken.add(index);
    this.advance();
    const address = loopbackBase + index;
    return {
      podIp: [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff).join('.'),
      inputPort: 20011,
      outputPort: 20012,
      release: () => this.taken.delete(index),
    };
  }

  private advance(): void {
    this.cursor = (this.cursor + 1) % loopbackCount;
  }
}

const isNetworkOrBroadcast = (index: number): boolean => (index & 0xff) === 0 || (index & 0xff) === 0xff;

/** For systems with one loopback address: free ports, as the system gives them. */
export async function takeFreePorts(): Promise<WorkerAddress> {
  const sockets = [createSocket('udp4'), createSocket('udp4')];
  const ports: number[] = [];
  for (const socket of sockets) {
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    ports.push(socket.address().port);
  }
  for (const socket of sockets) socket.close();
  const [inputPort = 0, outputPort = 0] = ports;
  return { podIp: '127.0.0.1', inputPort, outputPort, release: () => undefined };
}
