import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Places shared by all processes of a machine, for work that would starve live cameras if all did it at once. Each
 * place is the name of an abstract socket (unix(7)), which the kernel frees when its process ends. Each container has
 * its own names; on systems without such names, each process always gets a place.
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
   * Takes this many places at once.
   * @param among the first places to choose from
   * @returns false when fewer are free; then it takes none
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
