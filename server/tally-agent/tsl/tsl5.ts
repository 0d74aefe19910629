import { cleanLabel, decodeLabel } from './decode-label';
import { type Reading, TslStream } from './tsl-stream';

/** The index that means every display of a screen. */
export const everyDisplay = 0xffff;

/** TSL UMD Protocol V5.00: packets that set displays of a screen, in which lamps have colors. */
export interface Tsl5Display {
  screen: number;
  /** Or {@link everyDisplay}. */
  index: number;
  /** The colors of the left lamp, the text and the right lamp together. */
  red: boolean;
  green: boolean;
  text: string;
}

const headerBytes = 6;
const displayBytes = 6;
const maxPacketBytes = 2048;
const version = 0;
const maxFlags = 3;
const isUnicode = 1;
const isScreenControl = 2;
const isControlData = 0x8000;
const dle = 0xfe;
const stx = 0x02;

/**
 * The displays of a stream of bytes, by packet. Each packet may have the wrapper of TCP or none, whatever brings it: senders
 * differ.
 */
export class Tsl5Parser extends TslStream<Tsl5Display[]> {
  readonly #isDatagrams: boolean;

  /** @param isDatagrams whether each chunk is a datagram, which begins where a packet does */
  constructor(isDatagrams = false) {
    super(readAt, headerBytes);
    this.#isDatagrams = isDatagrams;
  }

  override push(chunk: Buffer): Tsl5Display[][] {
    if (this.#isDatagrams && !this.isWaiting) this.expect();
    return super.push(chunk);
  }
}

/**
 * Refuses control characters of a label. Where a packet's place is a guess, they tell another protocol or a packet that was
 * cut off; behind the wrapper, STX does. Where one is expected, a lamp never depends on its label.
 */
const refused = {
  guess: (letter: string) => letter < ' ',
  wrapper: (letter: string) => letter === '\x02',
  expected: () => false,
} satisfies Record<string, (letter: string) => boolean>;
type Framing = keyof typeof refused;

function readAt(bytes: Buffer, at: number, isExpected: boolean): Reading<Tsl5Display[]> {
  const wrapped = readWrapped(bytes, at, isExpected ? 'expected' : 'wrapper');
  if (wrapped !== null && wrapped !== 'partial') return wrapped;
  // A packet of 768 bytes without the wrapper begins as the wrapper does.
  return readPacket(bytes.subarray(at), isExpected ? 'expected' : 'guess') ?? wrapped;
}

/** A packet behind DLE and STX, in which each DLE is doubled. */
function readWrapped(bytes: Buffer, start: number, framing: Framing): Reading<Tsl5Display[]> {
  if (bytes[start] !== dle) return null;
  if (start + 1 === bytes.length) return 'partial';
  if (bytes[start + 1] !== stx) return null;
  const packet: number[] = [];
  const ends: number[] = [];
  for (let at = start + 2; at < bytes.length && packet.length < maxPacketBytes; at++) {
    if (bytes[at] === dle && bytes[++at] !== dle) break;
    packet.push(bytes[at] ?? 0);
    ends.push(at + 1);
  }
  const reading = readPacket(Buffer.from(packet), framing);
  // A DLE that is not doubled begins the next packet, and the last byte of all may be half of a DLE.
  const isCutOff = (ends.at(-1) ?? start + 2) < bytes.length - 1;
  if (reading === null || reading === 'partial') return isCutOff ? null : reading;
  return { message: reading.message, bytes: (ends[reading.bytes - 1] ?? 0) - start };
}

/** Reads a packet. More bytes may follow it. */
function readPacket(bytes: Buffer, framing: Framing): Reading<Tsl5Display[]> {
  const size = bytes.length < 2 ? headerBytes : 2 + bytes.readUInt16LE(0);
  const [, , major = version, flags = 0] = bytes;
  if (size < headerBytes || size > maxPacketBytes || major !== version || flags > maxFlags) return null;
  if (bytes.length < headerBytes) return 'partial';
  const displays = flags & isScreenControl ? [] : readDisplays(bytes.subarray(0, size), size, framing);
  if (displays === null || displays === 'partial') return displays;
  return bytes.length < size ? 'partial' : { message: displays, bytes: size };
}

/** @returns null where the displays do not fill the packet as it says */
function readDisplays(packet: Buffer, size: number, framing: Framing): Tsl5Display[] | 'partial' | null {
  const screen = packet.readUInt16LE(4);
  const encoding = packet.readUInt8(3) & isUnicode ? 'utf16le' : null;
  const displays: Tsl5Display[] = [];
  let at = headerBytes;
  for (; at + displayBytes <= size; ) {
    if (at + displayBytes > packet.length) return 'partial';
    const index = packet.readUInt16LE(at);
    const control = packet.readUInt16LE(at + 2);
    // The protocol does not define control data yet, nor therefore where it ends.
    if (control & isControlData) return displays;
    const start = at + displayBytes;
    at = start + packet.readUInt16LE(at + 4);
    if (at > size) return null;
    if (at > packet.length) return 'partial';
    const label = packet.subarray(start, at);
    const letters = label
      .toString(encoding ?? 'latin1')
      .replaceAll('\0', ' ')
      .trim();
    if ([...letters].some(refused[framing])) return null;
    const text = encoding ? cleanLabel(letters) : decodeLabel(label);
    // Two bits each for the right lamp, the text and the left lamp: 1 is red, 2 green, 3 amber.
    const colors = (control | (control >> 2) | (control >> 4)) & 3;
    displays.push({ screen, index, red: (colors & 1) !== 0, green: (colors & 2) !== 0, text });
  }
  // A bare header is no packet. Bytes behind the displays must be padding.
  const isFilled = at > headerBytes && packet.subarray(at).every((byte) => byte === 0);
  return isFilled ? displays : null;
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
