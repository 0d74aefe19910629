import type { SwitcherInput } from '../switcher';

/** A message from vMix's TCP API (port 8099). */
export type VmixMessage =
  /** A digit for each input, from input 1: 0 off, 1 program, 2 preview. */
  { type: 'tally'; digits: string } | { type: 'xml'; text: string };

const maxLineBytes = 64 * 1024;
const maxXmlBytes = 8 * 1024 * 1024;

/** The messages of a TCP stream. */
export class VmixParser {
  #rest: Buffer = Buffer.alloc(0);
  /** Length of the XML that comes next; null where a line does. */
  #xmlBytes: number | null = null;

  /** @returns the messages that are whole now @throws Error for what vMix does not send */
  push(chunk: Buffer): VmixMessage[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const messages: VmixMessage[] = [];
    for (let message = this.#next(); message !== undefined; message = this.#next()) if (message) messages.push(message);
    return messages;
  }

  /** @returns null for what says nothing of tally, and undefined where bytes are missing */
  #next(): VmixMessage | null | undefined {
    if (this.#xmlBytes !== null) {
      if (this.#rest.length < this.#xmlBytes) return undefined;
      const text = this.#take(this.#xmlBytes);
      this.#xmlBytes = null;
      return { type: 'xml', text };
    }
    const end = this.#rest.indexOf('\r\n');
    if (end < 0 && this.#rest.length < maxLineBytes) return undefined;
    if (end < 0) throw new Error('Bytes arrive that are not vMix’s TCP API.');
    const line = this.#take(end + 2);
    const xml = /^XML (\d+)\s*$/.exec(line);
    if (xml) this.#xmlBytes = Number(xml[1]);
    if ((this.#xmlBytes ?? 0) > maxXmlBytes) throw new Error('vMix announces more XML than it can have.');
    const digits = /^TALLY OK (\d*)\s*$/.exec(line)?.[1];
    // Ignoring the line would leave a tally of the past on screen.
    if (digits === undefined && line.startsWith('TALLY OK')) throw new Error('vMix says its tally in an unknown way.');
    return digits === undefined ? null : { type: 'tally', digits };
  }

  #take(bytes: number): string {
    const text = this.#rest.toString('utf8', 0, bytes);
    this.#rest = this.#rest.subarray(bytes);
    return text;
  }
}

export interface VmixInput {
  number: number;
  title: string;
  /** The raw element, which may hold the address that it plays. */
  element: string;
}

/** The inputs of vMix's XML. */
export function readVmixInputs(xml: string): VmixInput[] {
  return [...xml.matchAll(/<input\s([^>]*?)(?:\/>|>(.*?)<\/input>)/gs)].flatMap(([element, attributes = '']) => {
    const attribute = (name: string) => new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
    const number = Number(attribute('number'));
    if (!Number.isInteger(number) || number < 1) return [];
    const title = plainText(attribute('title') ?? '');
    return [{ number, title, element: plainText(element) }];
  });
}

/** The digits that TALLY would have, from the XML of a vMix that does not know it: the program with its overlays, and the preview. */
export function readVmixDigits(xml: string): string {
  const own = xml.replace(/<inputs>.*<\/inputs>/s, '');
  const numbers = (name: string) =>
    [...own.matchAll(new RegExp(`<${name}(?:\\s(?![^>]*preview=)[^>]*)?>(\\d+)</${name}>`, 'g'))].map(([, number]) =>
      Number(number),
    );
  const [program, preview] = [[...numbers('active'), ...numbers('overlay')], numbers('preview')];
  const count = readVmixInputs(xml).reduce((max, { number }) => Math.max(max, number), 0);
  const digitOf = (number: number) => (program.includes(number) ? '1' : preview.includes(number) ? '2' : '0');
  return Array.from({ length: count }, (_, index) => digitOf(index + 1)).join('');
}

/** Inputs and digits together. One that is in no XML yet has its number alone. */
export const vmixTally = (digits: string, inputs: readonly VmixInput[]): SwitcherInput[] =>
  [...digits].map((digit, index) => {
    const number = index + 1;
    const input = inputs.find((other) => other.number === number);
    return {
      number,
      name: input?.title ?? '',
      program: digit === '1',
      preview: digit === '2',
      address: input?.element,
    };
  });

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

const plainText = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null;
    if (code !== null) return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    return entities[name ?? ''] ?? whole;
  });
