import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { pinnedAddresses } from '@/lib/platform/pinned-host';
import { PullError } from './pull-error';
import { type PullAttempt, silenceTimeoutMs } from './pull-reader';

/**
 * A port of this machine that leads to one checked address, for one connection. FFmpeg by itself would resolve the name again,
 * and could wait without an end.
 */
export class Tunnel {
  readonly #server: Server;
  readonly #remote: Socket;

  /** Connects to the attempt's address. @throws PullError `unreachable`, and as {@link pinnedAddresses} does */
  static async open({ address, rights, signal }: PullAttempt): Promise<Tunnel> {
    const { scheme, host, port } = address;
    const [pinned] = await pinnedAddresses(host, port, rights);
    const isTls = scheme === 'rtsps';
    const remote = isTls ? connectTls({ host: pinned, port, servername: host }) : connect(port, pinned);
    remote.setTimeout(silenceTimeoutMs, () => remote.destroy(new Error('nothing arrived in time')));
    try {
      await once(remote, isTls ? 'secureConnect' : 'connect', { signal });
    } catch (cause) {
      remote.destroy();
      throw new PullError('unreachable', { cause });
    }
    const tunnel = new Tunnel(remote);
    signal.addEventListener('abort', () => tunnel.close(), { once: true });
    tunnel.#server.listen(0, '127.0.0.1');
    await once(tunnel.#server, 'listening');
    return tunnel;
  }

  private constructor(remote: Socket) {
    this.#remote = remote;
    this.#server = createServer({ noDelay: true }, (local) => this.#join(local));
    remote.setNoDelay(true);
    // Its end is what FFmpeg sees; why it ended does not matter.
    remote.on('error', () => this.close());
  }

  /** Where FFmpeg connects to, on 127.0.0.1. */
  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
    this.#remote.destroy();
  }

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
