/*
 * Finds in an MPEG transport stream the places at which a player can begin (ISO/IEC 13818-1; section numbers are its
 * own). Pure: nothing is taken apart that needs not be, the stream itself stays as it is.
 */

const packetBytes = 188;
const syncByte = 0x47;
const patPid = 0;
/** A table that is longer than this is damage: most take one packet. Both together fit into one SRT message. */
const maxTablePackets = 3;

/** By the stream type (table 2-34): whether a NAL unit or start code begins a picture that needs no other. */
const beginsKeyframeByType = new Map<number, (code: number) => boolean>([
  [0x01, isMpeg2SequenceHeader],
  [0x02, isMpeg2SequenceHeader],
  [0x1b, isH264ParametersOrIdr],
  [0x24, isHevcParametersOrIrap],
]);

interface Video {
  pid: number;
  beginsKeyframe: (code: number) => boolean;
}

export class RandomAccessPoints {
  #pat: Buffer[] = [];
  #pmt: Buffer[] = [];
  #pmtPid: number | null = null;
  #video: Video | null = null;

  /** The latest tables, PAT before PMT, as whole packets; empty until both have come. */
  get tables(): Buffer {
    return this.#pmt.length > 0 ? Buffer.concat([...this.#pat, ...this.#pmt]) : Buffer.alloc(0);
  }

  /**
   * Looks through the next bytes of the stream.
   * @returns where in them a player can begin, after having read the tables: at a keyframe, or where the programme has
   * no picture, at any sound. Null where it cannot. A sender that does not keep packets whole is not looked into: a
   * player begins with it anywhere.
   */
  push(message: Buffer): number | null {
    if (message.length % packetBytes !== 0 || message[0] !== syncByte) return 0;
    let entry: number | null = null;
    for (let offset = 0; offset < message.length; offset += packetBytes) {
      if (this.#packet(message, offset)) entry ??= offset;
    }
    return entry;
  }

  /** @returns whether a player can begin with this packet */
  #packet(message: Buffer, offset: number): boolean {
    const flags = message.readUInt16BE(offset + 1);
    const pid = flags & 0x1fff;
    const startsUnit = (flags & 0x4000) !== 0;
    if (pid === patPid) {
      this.#pat = gatherTable(this.#pat, message, offset, startsUnit);
      this.#readPat();
      return false;
    }
    if (pid === this.#pmtPid) {
      this.#pmt = gatherTable(this.#pmt, message, offset, startsUnit);
      this.#readPmt();
      return false;
    }
    if (!startsUnit || this.#pmt.length === 0) return false;
    if (!this.#video) return true;
    return pid === this.#video.pid && startsAtKeyframe(message.subarray(offset, offset + packetBytes), this.#video);
  }

  /** 2.4.4.3: the first programme, like MpegTsDemuxer. */
  #readPat(): void {
    const table = tableOf(this.#pat);
    for (let position = 8; position + 4 <= table.length - 4; position += 4) {
      if (table.readUInt16BE(position) === 0) continue;
      const pmtPid = table.readUInt16BE(position + 2) & 0x1fff;
      if (pmtPid !== this.#pmtPid) this.#pmt = [];
      this.#pmtPid = pmtPid;
      return;
    }
  }

  /** 2.4.4.8 */
  #readPmt(): void {
    const table = tableOf(this.#pmt);
    if (table.length < 12) return;
    this.#video = null;
    let position = 12 + (table.readUInt16BE(10) & 0x0fff);
    for (; position + 5 <= table.length - 4; position += 5 + (table.readUInt16BE(position + 3) & 0x0fff)) {
      const beginsKeyframe = beginsKeyframeByType.get(table.readUInt8(position));
      if (!beginsKeyframe) continue;
      this.#video = { pid: table.readUInt16BE(position + 1) & 0x1fff, beginsKeyframe };
      return;
    }
  }
}

function gatherTable(before: Buffer[], message: Buffer, offset: number, startsUnit: boolean): Buffer[] {
  // A copy, for messages are not kept.
  const packet = Buffer.from(message.subarray(offset, offset + packetBytes));
  if (startsUnit) return [packet];
  return before.length > 0 && before.length < maxTablePackets ? [...before, packet] : before;
}

/** The first section in these packets (2.4.4), empty while it is not whole. */
function tableOf(packets: Buffer[]): Buffer {
  const data = Buffer.concat(packets.map(payloadOf));
  const start = 1 + (data[0] ?? 0);
  if (start + 3 > data.length) return Buffer.alloc(0);
  const end = start + 3 + (data.readUInt16BE(start + 1) & 0x0fff);
  return end <= data.length ? data.subarray(start, end) : Buffer.alloc(0);
}

/** 2.4.3.2 */
function payloadOf(packet: Buffer): Buffer {
  const control = packet.readUInt8(3);
  if ((control & 0x10) === 0) return Buffer.alloc(0);
  return packet.subarray((control & 0x20) === 0 ? 4 : 5 + packet.readUInt8(4));
}

/** By the encoder's own mark (random_access_indicator, 2.4.3.4), which not all set, or by how the picture begins. */
function startsAtKeyframe(packet: Buffer, { beginsKeyframe }: Video): boolean {
  const hasAdaptation = (packet.readUInt8(3) & 0x20) !== 0 && packet.readUInt8(4) > 0;
  if (hasAdaptation && (packet.readUInt8(5) & 0x40) !== 0) return true;
  const pes = payloadOf(packet);
  const data = pes.subarray(9 + (pes[8] ?? 0));
  for (let start = data.indexOf(startCode); start >= 0; start = data.indexOf(startCode, start + 3)) {
    const code = data[start + 3];
    if (code !== undefined && beginsKeyframe(code)) return true;
  }
  return false;
}

const startCode = Buffer.from([0, 0, 1]);

/** sequence_header_code, ISO/IEC 13818-2, table 6-1. */
function isMpeg2SequenceHeader(code: number): boolean {
  return code === 0xb3;
}

/** An IDR slice or a sequence parameter set, ITU-T H.264, table 7-1. */
function isH264ParametersOrIdr(code: number): boolean {
  return (code & 0x1f) === 5 || (code & 0x1f) === 7;
}

/** A random access picture or a video or sequence parameter set, ITU-T H.265, table 7-1. */
function isHevcParametersOrIrap(code: number): boolean {
  const type = (code >> 1) & 0x3f;
  return (type >= 16 && type <= 21) || type === 32 || type === 33;
}
