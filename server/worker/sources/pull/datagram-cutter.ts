import { packetBytes, syncByte } from '@/lib/media/mpegts/ts-packet';

/** As encoders send by SRT. */
const datagramBytes = 7 * packetBytes;

/** Cuts a byte stream of MPEG-TS into datagrams of whole packets. */
export class DatagramCutter {
  #rest: Buffer = Buffer.alloc(0);
  readonly #onDatagram: (bytes: Buffer) => void;

  constructor(onDatagram: (bytes: Buffer) => void) {
    this.#onDatagram = onDatagram;
  }

  addBytes(bytes: Buffer): void {
    let rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    while (rest.length >= packetBytes) {
      const skipped = rest[0] === syncByte ? 0 : rest.indexOf(syncByte);
      if (skipped < 0) {
        rest = rest.subarray(rest.length);
        break;
      }
      rest = rest.subarray(skipped);
      const whole = Math.min(datagramBytes, wholeBytes(rest));
      if (whole === 0) break;
      this.#onDatagram(rest.subarray(0, whole));
      rest = rest.subarray(whole);
    }
    // A copy, because a reader may use its buffer again.
    this.#rest = Buffer.from(rest);
  }
}

/** The bytes of the packets that begin here and are whole. */
function wholeBytes(bytes: Buffer): number {
  let whole = 0;
  while (whole + packetBytes <= bytes.length && bytes[whole] === syncByte) whole += packetBytes;
  return whole;
}
