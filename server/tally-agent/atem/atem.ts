import type { Switcher } from '../switcher';
import { AtemTally } from './atem-tally';
import { followAtem } from './follow-atem';

/** An ATEM by its control protocol. */
export function atem({ host, port }: { host: string; port: number }): Switcher {
  return {
    name: `ATEM at ${host}:${port}`,
    follow(signal, onInputs) {
      const tally = new AtemTally();
      const onCommands = (payload: Buffer) => {
        const inputs = tally.read(payload);
        if (inputs) onInputs(inputs, null);
      };
      return followAtem({ host, port, onCommands }, signal);
    },
  };
}
