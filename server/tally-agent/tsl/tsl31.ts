/** TSL UMD Protocol V3.1: 18 bytes that set one display. */
export interface Tsl31Message {
  /** 0 to 126. */
  address: number;
  /** The lamps 1 to 4. */
  tallies: [boolean, boolean, boolean, boolean];
  text: string;
}

const messageBytes = 18;
const textBytes = 16;
const headerBit = 0x80;

/** The messages of a stream of bytes, whose packets may hold several messages or parts of one. */
export class Tsl31Parser {
  /** Of the message that is under way; null outside of any. */
  #bytes: number[] | null = null;

  /** @returns the messages that are whole now; bytes outside of any message are skipped */
  push(chunk: Buffer): Tsl31Message[] {
    const messages: Tsl31Message[] = [];
    for (const byte of chunk) {
      // Headers alone have the highest bit.
      if (byte & headerBit) this.#bytes = [];
      this.#bytes?.push(byte);
      if (this.#bytes?.length !== messageBytes) continue;
      messages.push(parse(Buffer.from(this.#bytes)));
      this.#bytes = null;
    }
    return messages;
  }
}

function parse(bytes: Buffer): Tsl31Message {
  const control = bytes.readUInt8(1);
  return {
    address: bytes.readUInt8(0) & 0x7f,
    tallies: [(control & 1) !== 0, (control & 2) !== 0, (control & 4) !== 0, (control & 8) !== 0],
    text: bytes.toString('latin1', 2, messageBytes).replaceAll('\0', ' ').trim(),
  };
}

/** A message's bytes, at full brightness. Text of more than 16 characters is cut, and what is no ASCII is a question mark. */
export function formatTsl31({ address, tallies, text }: Tsl31Message): Buffer {
  const lamps = tallies.reduce((bits, isOn, index) => bits | (isOn ? 1 << index : 0), 0);
  const shown = text
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, textBytes)
    .padEnd(textBytes);
  return Buffer.concat([Buffer.from([headerBit | address, lamps | 0x30]), Buffer.from(shown, 'ascii')]);
}
