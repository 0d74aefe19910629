import { decodeLabel } from './decode-label';
import { type Reading, TslStream } from './tsl-stream';

/** TSL UMD Protocol V3.1: 18 bytes that set one display. */
export interface Tsl31Message {
  /** 0 to 126. */
  address: number;
  /** The lamps 1 to 4. */
  tallies: [boolean, boolean, boolean, boolean];
  text: string;
}

const messageBytes = 18;
const headerBytes = 2;
const textBytes = 16;
const headerBit = 0x80;
const maxAddress = 126;
/** Lamps and brightness; the two highest bits of the control byte are zero. */
const controlBits = 0x3f;

/** The messages of a stream of bytes. */
export class Tsl31Parser extends TslStream<Tsl31Message> {
  constructor() {
    super(readAt, headerBytes);
  }
}

function readAt(bytes: Buffer, at: number): Reading<Tsl31Message> {
  if (!isHeader(bytes, at)) return null;
  const [header = 0, control = 0] = bytes.subarray(at, at + 2);
  const text = bytes.subarray(at + 2, at + messageBytes);
  // Texts are padded with spaces or zeros. Letters may have the highest bit, as headers do. Control characters tell another
  // protocol, except where all that has arrived is whole messages: a lamp never depends on its label.
  if (text.some((byte) => byte > 0 && byte < 0x20) && !isWholeMessages(bytes)) return null;
  if (text.length < textBytes) return 'partial';
  const lamp = (index: number) => (control & (1 << index)) !== 0;
  const message: Tsl31Message = {
    address: header & 0x7f,
    tallies: [lamp(0), lamp(1), lamp(2), lamp(3)],
    text: decodeLabel(text),
  };
  return { message, bytes: messageBytes };
}

function isHeader(bytes: Buffer, at: number): boolean {
  const [header = 0, control = 0] = bytes.subarray(at, at + headerBytes);
  return header >= headerBit && header <= (headerBit | maxAddress) && control <= controlBits;
}

/** Whether bytes are messages from their first to their last, as a datagram has them. */
function isWholeMessages(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at += messageBytes) if (!isHeader(bytes, at)) return false;
  return bytes.length % messageBytes === 0;
}

/**
 * A message's bytes, at full brightness. Text is cut at 16 characters; other characters than ASCII become question
 * marks.
 */
export function formatTsl31({ address, tallies, text }: Tsl31Message): Buffer {
  const lamps = tallies.reduce((bits, isOn, index) => bits | (isOn ? 1 << index : 0), 0);
  const shown = text
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, textBytes)
    .padEnd(textBytes);
  return Buffer.concat([Buffer.from([headerBit | address, lamps | 0x30]), Buffer.from(shown, 'ascii')]);
}
