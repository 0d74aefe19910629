import { nalType, nalTypeOf, startsAccessUnit } from '@/lib/media/codecs/h264';
import type { OrderedPackets } from './reorder-buffer';

/* Payload types of RFC 6184, 5.2. */
const aggregation = 24;
const fragmentationUnitA = 28;
const isFragmentStart = (header: number): boolean => (header & 0x80) !== 0;
const isFragmentEnd = (header: number): boolean => (header & 0x40) !== 0;

export interface AssemblerHandlers {
  /** @param nals without start codes. @param timestamp RTP's, 90 kHz */
  onAccessUnit(nals: Buffer[], timestamp: number): void;
  /** An access unit did not arrive whole. */
  onLoss(): void;
}

/** Puts H.264 access units together from RTP packets in their order (RFC 6184, packetization mode 1). */
export class AccessUnitAssembler {
  readonly #handlers: AssemblerHandlers;
  #timestamp: number | undefined;
  #nals: Buffer[] = [];
  #fragments: Buffer[] = [];
  #isDamaged = false;

  constructor(handlers: AssemblerHandlers) {
    this.#handlers = handlers;
  }

  /** Takes the next packets. */
  addPackets({ packets, followsLoss }: OrderedPackets): void {
    if (followsLoss && this.#timestamp === undefined) this.#handlers.onLoss();
    else if (followsLoss) this.#isDamaged = true;
    for (const { header, payload } of packets) {
      // LiveKit fills pauses with empty packets.
      if (payload.length === 0) continue;
      if (header.timestamp !== this.#timestamp) this.#begin(header.timestamp);
      this.#addPayload(payload);
      if (header.marker) this.#finish();
    }
  }

  #begin(timestamp: number): void {
    // A marker ends each access unit: one without is not whole.
    if (this.#timestamp !== undefined) this.#handlers.onLoss();
    this.#timestamp = timestamp;
    this.#clear();
  }

  #addPayload(payload: Buffer): void {
    const type = nalTypeOf(payload);
    if (type === aggregation) this.#addAggregate(payload);
    else if (type === fragmentationUnitA) this.#addFragment(payload);
    else if (type > 0 && type < aggregation) this.#addNal(payload);
    else this.#isDamaged = true;
  }

  #addNal(nal: Buffer): void {
    const isSlice = nalTypeOf(nal) === nalType.slice || nalTypeOf(nal) === nalType.idr;
    const hasSlice = this.#nals.some((other) => [nalType.slice, nalType.idr].some((type) => type === nalTypeOf(other)));
    // Slices before this one are lost.
    if (isSlice && !hasSlice && !startsAccessUnit(nal)) this.#isDamaged = true;
    this.#nals.push(nal);
  }

  #addAggregate(payload: Buffer): void {
    for (let offset = 1; offset + 2 <= payload.length; ) {
      const end = offset + 2 + payload.readUInt16BE(offset);
      if (end > payload.length || end === offset + 2) {
        this.#isDamaged = true;
        return;
      }
      this.#addNal(payload.subarray(offset + 2, end));
      offset = end;
    }
  }

  #addFragment(payload: Buffer): void {
    const [indicator, header] = payload;
    if (indicator === undefined || header === undefined || payload.length < 3) {
      this.#isDamaged = true;
      return;
    }
    if (isFragmentStart(header)) this.#fragments = [Buffer.from([(indicator & 0xe0) | (header & 0x1f)])];
    else if (this.#fragments.length === 0) this.#isDamaged = true;
    this.#fragments.push(payload.subarray(2));
    if (!isFragmentEnd(header)) return;
    this.#addNal(Buffer.concat(this.#fragments));
    this.#fragments = [];
  }

  #finish(): void {
    const timestamp = this.#timestamp;
    const nals = this.#nals;
    const isWhole = !this.#isDamaged && this.#fragments.length === 0 && nals.length > 0;
    this.#timestamp = undefined;
    this.#clear();
    if (isWhole && timestamp !== undefined) this.#handlers.onAccessUnit(nals, timestamp);
    else this.#handlers.onLoss();
  }

  #clear(): void {
    this.#nals = [];
    this.#fragments = [];
    this.#isDamaged = false;
  }
}
