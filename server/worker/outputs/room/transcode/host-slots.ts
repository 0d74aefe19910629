import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Some of a fixed number of places that all processes of a machine share, for what would take the processor from live
 * cameras if they all did it at once. Each is the name of an abstract socket (unix(7)), which the kernel takes back from a
 * process that ends, however it does. Containers each have names of their own, as they have limits of their own. Other
 * systems have no such names; there each process has a place.
 */
export class HostSlots {
  readonly #name: string;
  readonly #count: number;
  #servers: Server[] = [];

  /** @param count how many places there are */
  constructor(name: string, count: number) {
    this.#name = name;
    this.#count = count;
  }

  /**
   * Takes so many places at once.
   * @param among of the first so many
   * @returns false where fewer are free, and none is taken
   */
  async take(wanted: number, among = this.#count): Promise<boolean> {
    if (process.platform !== 'linux') return true;
    const missing = () => wanted - this.#servers.length;
    for (let place = 0; missing() > 0 && missing() <= among - place; place++) {
      const server = createServer().unref();
      try {
        await once(server.listen(`\0${this.#name}-${place}`), 'listening');
        this.#servers.push(server);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
      }
    }
    if (missing() > 0) this.release();
    return missing() <= 0;
  }

  release(): void {
    for (const server of this.#servers) server.close();
    this.#servers = [];
  }
}
