import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { OnInputs, Switcher } from '../switcher';
import { TslSender, type TslSenderOptions } from './tsl-sender';

export interface TslListenerOptions extends TslSenderOptions {
  host: string;
  port: number;
}

/** How many senders of datagrams are kept apart. */
const maxSenders = 64;
/** A switcher that is gone without closing its connection does not answer probes. */
const keepAlive = { initialDelayMs: 1_000, intervalMs: 1_000, count: 3 };

/** Listens for switchers that send TSL UMD messages. Displays that none has set yet are no inputs yet. */
export function tslListener(options: TslListenerOptions): Switcher {
  const { version, transport, host, port } = options;
  return {
    name: `TSL ${version} on ${transport} ${host}:${port}`,
    async follow(signal, onInputs) {
      const senders = new TslSenders(options, onInputs);
      try {
        await (transport === 'udp' ? listenUdp : listenTcp)({ host, port, signal, senders });
      } finally {
        senders.close();
      }
    },
  };
}

/** The switchers that a listener hears. An input is what the last of them said. */
class TslSenders {
  readonly #options: TslListenerOptions;
  readonly #onInputs: OnInputs;
  readonly #senders = new Map<unknown, TslSender>();

  constructor(options: TslListenerOptions, onInputs: OnInputs) {
    this.#options = options;
    this.#onInputs = onInputs;
  }

  /** @param key whatever tells the sender from others */
  receive(key: unknown, chunk: Buffer): void {
    const sender = this.#senders.get(key) ?? this.#add(key);
    sender.receive(chunk);
  }

  remove(key: unknown): void {
    this.#senders.get(key)?.close();
    if (this.#senders.delete(key)) this.report();
  }

  close(): void {
    for (const sender of this.#senders.values()) sender.close();
  }

  #add(key: unknown): TslSender {
    if (this.#senders.size >= maxSenders) {
      const [oldest] = this.#senders.keys();
      const [unused = oldest] = [...this.#senders.keys()].filter(
        (other) => this.#senders.get(other)?.inputs.size === 0,
      );
      this.remove(unused);
    }
    const sender = new TslSender(this.#options, (changed) => {
      const others = [...this.#senders.values()].filter((other) => other !== sender);
      for (const { number } of changed) for (const { inputs } of others) inputs.delete(number ?? 0);
      this.report();
    });
    this.#senders.set(key, sender);
    return sender;
  }

  report(): void {
    const senders = [...this.#senders.values()];
    const inputs = senders
      .flatMap((sender) => [...sender.inputs.values()])
      .sort((one, other) => (one.number ?? 0) - (other.number ?? 0));
    this.#onInputs(inputs, inputs.length > 0 ? null : this.#problem(senders.some(({ isMisread }) => isMisread)));
  }

  #problem(isMisread: boolean): string {
    const { version, transport, port } = this.#options;
    return isMisread
      ? `Bytes arrive that are not TSL ${version}: choose the version that the switcher sends to ${transport} port ${port}.`
      : `Nothing arrives: let the switcher send TSL ${version} to ${transport} port ${port} of the computer that runs the agent.`;
  }
}

interface Listening {
  host: string;
  port: number;
  signal: AbortSignal;
  senders: TslSenders;
}

async function listenUdp({ host, port, signal, senders }: Listening): Promise<void> {
  const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4', signal });
  socket.on('message', (datagram, from) => senders.receive(`${from.address} ${from.port}`, datagram));
  socket.on('listening', () => senders.report());
  socket.bind(port, host);
  // It rejects with the socket’s error.
  await once(socket, 'close');
}

async function listenTcp({ host, port, signal, senders }: Listening): Promise<void> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setKeepAlive(true, keepAlive.initialDelayMs, keepAlive.intervalMs, keepAlive.count);
    socket.on('data', (chunk) => senders.receive(socket, chunk));
    // A broken connection closes next, which is what counts.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      senders.remove(socket);
    });
  });
  signal.addEventListener('abort', () => {
    for (const socket of sockets) socket.destroy();
  });
  server.on('listening', () => senders.report());
  server.listen({ host, port, signal });
  // It rejects with the server’s error.
  await once(server, 'close');
}
