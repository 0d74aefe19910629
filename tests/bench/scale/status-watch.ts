import { once } from 'node:events';
import { WebSocket } from 'ws';
import { until } from '../../support/until';
import type { BenchOrganization } from './scale-world';

interface StreamMessage {
  message?: { type: string; stream?: { id: string; attributes: { status: string } } };
  type?: string;
}

/** One dashboard for each organization, which hears of every change of status. */
export class StatusWatch {
  readonly #sockets: WebSocket[] = [];
  readonly #waiting = new Map<string, () => void>();
  #confirmed = 0;

  static async open(port: number, organizations: BenchOrganization[]): Promise<StatusWatch> {
    const watch = new StatusWatch();
    for (const { token } of organizations) {
      const url = `ws://127.0.0.1:${port}/cable?token=${encodeURIComponent(token)}`;
      const socket = new WebSocket(url, 'actioncable-v1-json', { perMessageDeflate: false });
      socket.on('message', (data: Buffer) => watch.#receive(JSON.parse(data.toString())));
      watch.#sockets.push(socket);
      await once(socket, 'open');
      const identifier = JSON.stringify({ channel: 'StreamsChannel' });
      socket.send(JSON.stringify({ command: 'subscribe', identifier }));
    }
    await until('all watching dashboards are subscribed', () => watch.#confirmed === organizations.length, {
      timeoutMs: 30_000,
    });
    return watch;
  }

  /** @returns how long it took until a stream was told to have a status, in ms */
  next(streamId: string, status: string): Promise<number> {
    const sinceMs = performance.now();
    return new Promise((resolve) => {
      this.#waiting.set(`${streamId} ${status}`, () => resolve(performance.now() - sinceMs));
    });
  }

  close(): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  #receive({ type, message }: StreamMessage): void {
    if (type === 'confirm_subscription') this.#confirmed++;
    if (message?.type !== 'stream_upsert' || !message.stream) return;
    const key = `${message.stream.id} ${message.stream.attributes.status}`;
    this.#waiting.get(key)?.();
    this.#waiting.delete(key);
  }
}
