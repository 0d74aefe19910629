import { connect } from 'node:net';
import { addAbortSignal } from 'node:stream';
import type { Switcher } from '../switcher';
import { readVmixDigits, readVmixInputs, type VmixInput, VmixParser, vmixTally } from './vmix-protocol';

/** Interval between full queries. The answer is a sign of life. */
const refreshMs = 1_500;
const silenceMs = 3_500;
/** Interval between questions for the XML of a vMix that does not know TALLY. */
const pollMs = 300;
const question = 'TALLY\r\nXML\r\n';

/** vMix by its TCP API. */
export function vmix({ host, port }: { host: string; port: number }): Switcher {
  return {
    name: `vMix at ${host}:${port}`,
    async follow(signal, onInputs) {
      const socket = addAbortSignal(signal, connect({ host, port }));
      socket.setNoDelay(true);
      let isAnswered = false;
      const silence = setTimeout(
        () => socket.destroy(new Error(silenceSentence(socket.bytesRead, isAnswered))),
        silenceMs,
      );
      socket.write(`SUBSCRIBE TALLY\r\n${question}`);
      const refresh = setInterval(() => socket.write(question), refreshMs);
      const parser = new VmixParser();
      let digits: string | null = null;
      let knowsTally = false;
      const poll = setInterval(() => {
        if (isAnswered && !knowsTally) socket.write('XML\r\n');
      }, pollMs);
      let inputs: VmixInput[] = [];
      try {
        for await (const chunk of socket) {
          const messages = parser.push(chunk);
          for (const message of messages) {
            if (message.type === 'tally') [digits, knowsTally] = [message.digits, true];
            else {
              inputs = readVmixInputs(message.text);
              // It was asked for TALLY before, and answers in order.
              if (!knowsTally) digits = readVmixDigits(message.text);
            }
          }
          if (messages.length === 0 || digits === null) continue;
          isAnswered = true;
          silence.refresh();
          onInputs(vmixTally(digits, inputs), null);
          // One was added or removed: the others have moved.
          if (digits.length !== inputs.length && messages.some(({ type }) => type === 'tally')) socket.write('XML\r\n');
        }
      } finally {
        clearTimeout(silence);
        clearInterval(refresh);
        clearInterval(poll);
        socket.destroy();
      }
      if (!signal.aborted) throw new Error('vMix has closed the connection.');
    },
  };
}

function silenceSentence(bytes: number, isAnswered: boolean): string {
  if (isAnswered) return 'vMix has said nothing for some seconds: is it still running?';
  return bytes > 0
    ? 'Bytes arrive that are not vMix’s TCP API: its port is 8099, unless vMix’s settings say otherwise.'
    : 'vMix does not answer: is its TCP API on, in Settings, Web Controller, and may this computer reach it?';
}
