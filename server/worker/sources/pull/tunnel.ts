import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { PullAttempt } from './pull-reader';
import { openPulledSocket } from './pulled-socket';

/**
 * A port of this machine that leads to one checked address, for one connection. FFmpeg by itself would resolve the name again,
 * and could wait without an end.
 */
export class Tunnel {
  readonly #server: Server;
  readonly #remote: Socket;
  readonly #signal: AbortSignal;

  /** Connects to the attempt's address. @throws PullError as {@link openPulledSocket} does */
  static async open(attempt: PullAttempt): Promise<Tunnel> {
    const tunnel = new Tunnel(await openPulledSocket(attempt), attempt.signal);
    tunnel.#server.listen(0, '127.0.0.1');
    await once(tunnel.#server, 'listening');
    return tunnel;
  }

  private constructor(remote: Socket, signal: AbortSignal) {
    this.#remote = remote;
    this.#signal = signal;
    signal.addEventListener('abort', this.close);
    this.#server = createServer({ noDelay: true }, (local) => this.#join(local));
    // Its end is what FFmpeg sees; why it ended does not matter.
    remote.on('error', () => this.close());
  }

  /** Where FFmpeg connects to, on 127.0.0.1. */
  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Also what the signal calls. */
  readonly close = (): void => {
    // The signal is the source's, which outlives thousands of attempts.
    this.#signal.removeEventListener('abort', this.close);
    this.#server.close();
    this.#remote.destroy();
  };

  #join(local: Socket): void {
    this.#server.close();
    const remote = this.#remote;
    local.on('error', () => remote.destroy());
    local.once('close', () => remote.destroy());
    remote.once('close', () => local.destroy());
    local.on('data', (bytes) => {
      if (!remote.write(bytes)) local.pause();
    });
    remote.on('drain', () => local.resume());
    remote.on('data', (bytes) => {
      if (!local.write(bytes)) remote.pause();
    });
    local.on('drain', () => remote.resume());
  }
}
