import { connect } from 'node:net';
import { addAbortSignal } from 'node:stream';
import type { Switcher } from '../switcher';
import { readVmixInputs, type VmixInput, VmixParser, vmixTally } from './vmix-protocol';

/** How often names are read anew; the answer is a sign of life as well. */
const refreshMs = 2_000;
const silenceMs = 5_000;

/** vMix by its TCP API. */
export function vmix({ host, port }: { host: string; port: number }): Switcher {
  return {
    name: `vMix at ${host}:${port}`,
    async follow(signal, onInputs) {
      const socket = addAbortSignal(signal, connect({ host, port }));
      socket.setNoDelay(true);
      socket.setTimeout(silenceMs, () => socket.destroy(new Error('vMix has said nothing for five seconds.')));
      socket.write('SUBSCRIBE TALLY\r\nXML\r\n');
      const refresh = setInterval(() => socket.write('XML\r\n'), refreshMs);
      const parser = new VmixParser();
      let digits: string | null = null;
      let inputs: VmixInput[] | null = null;
      try {
        for await (const chunk of socket) {
          const messages = parser.push(chunk);
          if (messages.length === 0) continue;
          for (const message of messages) {
            if (message.type === 'tally') digits = message.digits;
            else inputs = readVmixInputs(message.text);
          }
          if (digits === null || inputs === null) continue;
          onInputs(vmixTally(digits, inputs));
          // One was added or removed: the others have moved.
          if (digits.length !== inputs.length && messages.some(({ type }) => type === 'tally')) socket.write('XML\r\n');
        }
      } finally {
        clearInterval(refresh);
        socket.destroy();
      }
      if (!signal.aborted) throw new Error('vMix has closed the connection.');
    },
  };
}
