import { InputPropertiesUpdateCommand } from 'atem-connection/dist/commands/Inputs/InputPropertiesCommand.js';
import { TallyBySourceCommand } from 'atem-connection/dist/commands/TallyBySourceCommand.js';
import type { SwitcherInput } from '../switcher';

type Tally = TallyBySourceCommand['properties'];

const headerBytes = 8;
/** The last command of what an ATEM says of itself at first. */
const initComplete = 'InCm';
/** Port type of inputs with a socket, unlike bars, colors, media players or outputs. */
const externalInput = 0;
const names = { input: InputPropertiesUpdateCommand.rawName, tally: TallyBySourceCommand.rawName };

/** The inputs of an ATEM, of the commands that it sends. */
export class AtemTally {
  readonly #inputNames = new Map<number, string>();
  #tally: Tally = {};
  #isComplete = false;

  /**
   * @param payload the commands of a packet
   * @returns all inputs where the commands change them; null where not, and before all are known
   * @throws Error for what no ATEM sends
   */
  read(payload: Buffer): SwitcherInput[] | null {
    let isChanged = false;
    for (const { name, body } of commandsOf(payload)) {
      if (name === names.input) this.#readInput(body);
      else if (name === names.tally) this.#tally = TallyBySourceCommand.deserialize(body).properties;
      else if (name === initComplete) this.#isComplete = true;
      else continue;
      isChanged = true;
    }
    return isChanged && this.#isComplete ? this.#inputs() : null;
  }

  #readInput(body: Buffer): void {
    const { inputId, properties } = InputPropertiesUpdateCommand.deserialize(body);
    if (properties.internalPortType === externalInput) {
      this.#inputNames.set(inputId, properties.longName || properties.shortName);
    }
  }

  #inputs(): SwitcherInput[] {
    return [...this.#inputNames].map(([number, name]) => {
      const { program = false, preview = false } = this.#tally[number] ?? {};
      return { number, name, program, preview };
    });
  }
}

function* commandsOf(payload: Buffer): Generator<{ name: string; body: Buffer }> {
  for (let start = 0; start < payload.length; ) {
    const bytes = start + headerBytes <= payload.length ? payload.readUInt16BE(start) : 0;
    const end = start + bytes;
    if (bytes < headerBytes || end > payload.length) throw new Error('This does not speak as an ATEM does.');
    yield {
      name: payload.toString('latin1', start + 4, start + headerBytes),
      body: payload.subarray(start + headerBytes, end),
    };
    start = end;
  }
}
