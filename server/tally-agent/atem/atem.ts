import { AtemSocketChild } from 'atem-connection/dist/lib/atemSocketChild.js';
import type { Switcher } from '../switcher';
import { AtemTally } from './atem-tally';

/** An ATEM that is connected says something twice a second, and atem-connection gives it up after as long. */
const answerTimeoutMs = 5_000;

/**
 * An ATEM by its control protocol. Of atem-connection it takes what connects and what reads the two commands of tally: the
 * rest needs a native library and threads, and this program is one file.
 */
export function atem({ host, port }: { host: string; port: number }): Switcher {
  return {
    name: `ATEM at ${host}:${port}`,
    async follow(signal, onInputs) {
      const tally = new AtemTally();
      let close = async () => {};
      let answerTimer: NodeJS.Timeout | undefined;
      try {
        await new Promise<void>((resolve, reject) => {
          signal.addEventListener('abort', () => resolve(), { once: true });
          answerTimer = setTimeout(() => reject(new Error('The ATEM does not answer.')), answerTimeoutMs);
          const socket = new AtemSocketChild(
            { address: host, port, debugBuffers: false },
            async () => reject(new Error('The ATEM has said nothing for five seconds.')),
            async () => undefined,
            async (payload) => {
              clearTimeout(answerTimer);
              try {
                const inputs = tally.read(payload);
                if (inputs) onInputs(inputs);
              } catch (error) {
                reject(error);
              }
            },
            async () => undefined,
          );
          close = () => socket.disconnect();
          socket.connect(host, port).catch(reject);
        });
      } finally {
        clearTimeout(answerTimer);
        await close();
      }
    },
  };
}
