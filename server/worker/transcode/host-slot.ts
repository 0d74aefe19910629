import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * One of a fixed number of places that all processes of a machine share, for what would take the processor from live
 * cameras if they all did it at once. It is the name of an abstract socket (unix(7)), which the kernel takes back from a
 * process that ends, however it does. Containers each have names of their own, as they have limits of their own. Other
 * systems have no such names; there each process has a place.
 */
export class HostSlot {
  readonly #name: string;
  readonly #count: number;
  #server: Server | undefined;

  /** @param count how many places there are */
  constructor(name: string, count: number) {
    this.#name = name;
    this.#count = count;
  }

  /** @returns false where all places are taken, by this process or others */
  async take(): Promise<boolean> {
    if (process.platform !== 'linux') return true;
    for (let place = 0; place < this.#count && !this.#server; place++) {
      const server = createServer().unref();
      try {
        await once(server.listen(`\0${this.#name}-${place}`), 'listening');
        this.#server = server;
        return true;
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
      }
    }
    return false;
  }

  release(): void {
    this.#server?.close();
    this.#server = undefined;
  }
}
