import { Agent, setGlobalDispatcher } from 'undici';

/**
 * Gives `fetch` connections that survive a server which closes while its answer still waits to be read. Node's own end the
 * process then, and nothing can catch that: https://github.com/nodejs/undici/issues/5360. A bucket does so, whose bytes a
 * player reads slowly.
 */
export function mendFetch(): void {
  setGlobalDispatcher(new Agent({ allowH2: false }));
}
