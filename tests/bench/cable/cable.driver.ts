import { WebSocket } from 'ws';
import { backoffMs } from '@/lib/core/backoff';
import { type ClientPlan, type DriverOrder, type DriverReport, sharedNowMs } from './cable-driver-protocol';

/*
 * Some hundred clients of a cable server in one process. They come back by the product's own back-off when their
 * connection ends. A broadcast carries the time of its sending in the field `bitrate`.
 */

const backoff = { firstMs: 1_000, capMs: 5_000 };
const concurrentConnects = 20;
const sentAt = '"bitrate":';

const clients = new Set<Client>();
const reasons = new Set<string>();
let rejections = 0;
let agesMs: number[] = [];

function reject(reason: string): void {
  rejections += 1;
  reasons.add(reason);
}

class Client {
  readonly #plan: ClientPlan;
  #socket: WebSocket | null = null;
  #missing: Set<string>;
  #attempt = 0;
  #isWanted = true;
  #whenSubscribed: () => void = () => undefined;

  constructor(plan: ClientPlan) {
    this.#plan = plan;
    this.#missing = new Set(plan.identifiers);
  }

  get isSubscribed(): boolean {
    return this.#missing.size === 0;
  }

  connect(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenSubscribed = resolve;
      this.#open();
    });
  }

  end(): Promise<void> {
    this.#isWanted = false;
    const socket = this.#socket;
    if (!socket || socket.readyState === WebSocket.CLOSED) return Promise.resolve();
    return new Promise((resolve) => {
      socket.once('close', () => resolve());
      socket.terminate();
    });
  }

  #open(): void {
    const { url, localAddress } = this.#plan;
    const socket = new WebSocket(url, 'actioncable-v1-json', { localAddress, perMessageDeflate: false });
    this.#socket = socket;
    this.#missing = new Set(this.#plan.identifiers);
    socket.on('message', (data: Buffer) => this.#receive(socket, data.toString('latin1')));
    socket.on('unexpected-response', (_request, { statusCode }) => {
      reject(`HTTP ${statusCode}`);
      socket.terminate();
    });
    // A server that is not there yet refuses: `close` follows.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#missing = new Set(this.#plan.identifiers);
      if (this.#isWanted) setTimeout(() => this.#isWanted && this.#open(), backoffMs(this.#attempt++, backoff));
    });
  }

  #receive(socket: WebSocket, text: string): void {
    const start = text.indexOf(sentAt);
    if (start >= 0) agesMs.push(sharedNowMs() - Number.parseFloat(text.slice(start + sentAt.length, start + 40)));
    else if (text.startsWith('{"type":"ping"')) return;
    else this.#control(socket, JSON.parse(text));
  }

  #control(socket: WebSocket, frame: { type?: string; identifier?: string; reason?: string; reconnect?: boolean }) {
    if (frame.type === 'welcome') {
      for (const identifier of this.#plan.identifiers) {
        socket.send(JSON.stringify({ command: 'subscribe', identifier }));
      }
    } else if (frame.type === 'confirm_subscription' && frame.identifier) {
      this.#missing.delete(frame.identifier);
      if (!this.isSubscribed) return;
      this.#attempt = 0;
      this.#whenSubscribed();
    } else if (frame.type === 'reject_subscription') reject('reject_subscription');
    else if (frame.type === 'disconnect' && !frame.reconnect) reject(`disconnect ${frame.reason}`);
  }
}

async function connectAll(plans: ClientPlan[]): Promise<void> {
  const waiting = plans.map((plan) => new Client(plan));
  for (const client of waiting) clients.add(client);
  const connectNext = async (): Promise<void> => {
    for (let client = waiting.pop(); client; client = waiting.pop()) await client.connect();
  };
  await Promise.all(Array.from({ length: concurrentConnects }, connectNext));
}

async function carryOut(order: DriverOrder): Promise<void> {
  if (order.type === 'connect') await connectAll(order.clients);
  if (order.type === 'disconnect') {
    await Promise.all([...clients].map((client) => client.end()));
    clients.clear();
  }
}

process.on('message', async (order: DriverOrder) => {
  await carryOut(order);
  const report: DriverReport = {
    subscribedClients: [...clients].filter(({ isSubscribed }) => isSubscribed).length,
    rejections,
    reasons: [...reasons],
    agesMs: Float64Array.from(agesMs),
  };
  agesMs = [];
  process.send?.(report);
});
process.on('disconnect', () => process.exit());
