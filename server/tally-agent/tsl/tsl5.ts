/** TSL UMD Protocol V5.00: packets that set displays of a screen, in which lamps have colors. */
export interface Tsl5Display {
  screen: number;
  index: number;
  /** The colors of the left lamp, the text and the right lamp together. */
  red: boolean;
  green: boolean;
  text: string;
}

const headerBytes = 6;
const displayBytes = 6;
const maxPacketBytes = 2048;
const isUnicode = 1;
const isScreenControl = 2;
const isControlData = 0x8000;
const broadcast = 0xffff;
const dle = 0xfe;
const stx = 0x02;

/**
 * The displays that one packet sets, by its bytes without the wrapper of TCP. What it says to all displays at once is left
 * out.
 * @returns none for what is no such packet
 */
export function parseTsl5(packet: Buffer): Tsl5Display[] {
  if (packet.length < headerBytes || packet.readUInt16LE(0) !== packet.length - 2) return [];
  const flags = packet.readUInt8(3);
  const screen = packet.readUInt16LE(4);
  const displays: Tsl5Display[] = [];
  if (flags & isScreenControl) return displays;
  for (let at = headerBytes; at + displayBytes <= packet.length; ) {
    const index = packet.readUInt16LE(at);
    const control = packet.readUInt16LE(at + 2);
    const length = packet.readUInt16LE(at + 4);
    const text = packet.subarray(at + displayBytes, at + displayBytes + length);
    // The protocol does not define control data yet, nor therefore where it ends.
    if (control & isControlData || text.length < length) break;
    at += displayBytes + length;
    if (index === broadcast) continue;
    // Two bits each for the right lamp, the text and the left lamp: 1 is red, 2 green, 3 amber.
    const colors = (control | (control >> 2) | (control >> 4)) & 3;
    const shown = text
      .toString(flags & isUnicode ? 'utf16le' : 'latin1')
      .replaceAll('\0', ' ')
      .trim();
    displays.push({ screen, index, red: (colors & 1) !== 0, green: (colors & 2) !== 0, text: shown });
  }
  return displays;
}

/** The packets of a TCP stream: each begins with DLE and STX, and a DLE inside of it is doubled. */
export class Tsl5Unwrapper {
  #packet: number[] | null = null;
  #isAfterDle = false;

  /** @returns the packets that are whole now */
  push(chunk: Buffer): Buffer[] {
    const packets: Buffer[] = [];
    for (const byte of chunk) {
      if (this.#isAfterDle) {
        this.#isAfterDle = false;
        if (byte === dle) this.#packet?.push(dle);
        else this.#packet = byte === stx ? [] : null;
      } else if (byte === dle) this.#isAfterDle = true;
      else this.#packet?.push(byte);
      const whole = this.#takeWhole();
      if (whole) packets.push(whole);
    }
    return packets;
  }

  #takeWhole(): Buffer | null {
    const [low, high] = this.#packet ?? [];
    if (!this.#packet || low === undefined || high === undefined) return null;
    const size = 2 + low + high * 256;
    if (size > maxPacketBytes) this.#packet = null;
    else if (this.#packet.length === size) {
      const packet = Buffer.from(this.#packet);
      this.#packet = null;
      return packet;
    }
    return null;
  }
}

/** The packet that sets one display, without the wrapper of TCP: its text, and all lamps in the color. */
export function formatTsl5({ screen, index, red, green, text }: Tsl5Display): Buffer {
  const color = (red ? 1 : 0) | (green ? 2 : 0);
  const shown = Buffer.from(text, 'utf16le');
  const packet = Buffer.alloc(headerBytes + displayBytes + shown.length);
  packet.writeUInt16LE(packet.length - 2, 0);
  packet.writeUInt8(isUnicode, 3);
  packet.writeUInt16LE(screen, 4);
  packet.writeUInt16LE(index, headerBytes);
  packet.writeUInt16LE(color | (color << 2) | (color << 4) | 0xc0, headerBytes + 2);
  packet.writeUInt16LE(shown.length, headerBytes + 4);
  shown.copy(packet, headerBytes + displayBytes);
  return packet;
}

/** A packet as TCP carries it. */
export const wrapTsl5 = (packet: Buffer): Buffer =>
  Buffer.from([dle, stx, ...[...packet].flatMap((byte) => (byte === dle ? [dle, dle] : [byte]))]);
