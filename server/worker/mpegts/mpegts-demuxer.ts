import { type UnitStamps, UnitTiming } from './access-unit-timing';
import { crc32Mpeg } from './crc32-mpeg';

/*
 * MPEG-2 transport stream, ISO/IEC 13818-1 (section numbers below are its own). Pure: bytes in, access units out.
 * It exists because FFmpeg's demultiplexer hands a picture out only when the next one begins; see
 * docs/decisions/0010-own-demultiplexer.md.
 */

export type VideoCodec = 'h264' | 'hevc' | 'mpeg2video';
export type AudioCodec = 'aac' | 'aac_latm' | 'mp2' | 'ac3' | 'eac3' | 'opus';
export type Codec = VideoCodec | AudioCodec;

export interface VideoStream {
  pid: number;
  kind: 'video';
  codec: VideoCodec;
}

export interface AudioStream {
  pid: number;
  kind: 'audio';
  codec: AudioCodec;
}

export type ElementaryStream = VideoStream | AudioStream;

export interface AccessUnit {
  pid: number;
  /** 33-bit count of a 90 kHz clock, as transmitted; where it is not, it is taken to go on as before. */
  pts: number;
  /** Like pts; equal to it where the stream carries none. */
  dts: number;
  data: Buffer;
  /** Bytes are missing, by the continuity counter or the PES length. */
  isCorrupt: boolean;
  /** Something is missing between it and the one before. */
  followsGap: boolean;
  /** When its last byte was pushed. */
  receivedMs: number;
}

export interface MpegTsHandlers {
  /** The programme's streams, at first and whenever they change. */
  onProgram(streams: ElementaryStream[]): void;
  /** One PES packet of a stream of the programme. Its data does not alias what was pushed. */
  onAccessUnit(unit: AccessUnit): void;
}

const packetSize = 188;
const syncByte = 0x47;
const patPid = 0;
/** A PES packet without a length that grows beyond this, about 8 MB, is not video but damage. */
const maxPesPackets = 45_000;
/** How many pictures in a row must end at their stuffed packet before it is taken for the end. */
const stuffingEndsToTrust = 4;

interface PesAssembly {
  /** Payloads of transport packets. */
  chunks: Buffer[];
  bytes: number;
  /** Bytes that the PES header announces, header included; 0 where it does not say (video only, 2.4.3.7). */
  expectedBytes: number;
  isCorrupt: boolean;
  followsGap: boolean;
  receivedMs: number;
  /** Stuffing was seen in its latest packet. */
  endsStuffed: boolean;
}

interface PesPid {
  stream: ElementaryStream;
  pes: PesAssembly | undefined;
  /** Pictures in a row whose stuffed packet was their last. Minus infinity once one was not. */
  stuffingEnds: number;
  /** The latest picture was ended at its stuffed packet, and nothing was lost since: no more of it may come. */
  hasEndedEarly: boolean;
  /** Something was lost while no picture was being gathered. */
  hasGap: boolean;
  timing: UnitTiming;
}

interface SectionPid {
  kind: 'pat' | 'pmt';
  chunks: Buffer[];
}

export class MpegTsDemuxer {
  #handlers: MpegTsHandlers;
  /** The start of a packet that the last push cut off. */
  #rest: Buffer = Buffer.alloc(0);
  #isLocked = false;
  #sections = new Map<number, SectionPid>([[patPid, { kind: 'pat', chunks: [] }]]);
  #streams = new Map<number, PesPid>();
  /** The latest packet of each PID that is followed. */
  #latest = new Map<number, { counter: number; payload: Buffer }>();
  #programNumber: number | undefined;
  #pmtPid: number | undefined;
  #now: () => number;
  #pushedMs = 0;

  /** @param now the clock of `receivedMs`, in milliseconds */
  constructor(handlers: MpegTsHandlers, now: () => number = () => performance.now()) {
    this.#handlers = handlers;
    this.#now = now;
  }

  /**
   * Takes the next bytes of the stream, cut anywhere; they must not change afterwards. Never throws on damaged input: it
   * skips to where packets begin again.
   */
  push(bytes: Buffer): void {
    this.#pushedMs = this.#now();
    const data = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    let offset = 0;
    while (offset + packetSize <= data.length) {
      const end = offset + packetSize;
      // A lone sync byte in the midst of junk says nothing: only one that another packet follows.
      if (!this.#isLocked && data[offset] === syncByte && end === data.length) break;
      this.#isLocked = data[offset] === syncByte && (this.#isLocked || data[end] === syncByte);
      if (this.#isLocked) {
        this.#packet(data.subarray(offset, end));
        offset = end;
      } else {
        const next = data.indexOf(syncByte, offset + 1);
        offset = next < 0 ? data.length : next;
      }
    }
    this.#rest = Buffer.from(data.subarray(offset));
  }

  /** Hands out the pictures that were still waiting for their end; for when the input ends. */
  flush(): void {
    for (const pid of this.#streams.values()) this.#endPes(pid);
  }

  /** 2.4.3.2 */
  #packet(packet: Buffer): void {
    const flags = packet.readUInt16BE(1);
    const hasTransportError = (flags & 0x8000) !== 0;
    const startsUnit = (flags & 0x4000) !== 0;
    const pid = flags & 0x1fff;
    const control = packet.readUInt8(3);
    const isScrambled = (control & 0xc0) !== 0;
    const hasPayload = (control & 0x10) !== 0;
    if (hasTransportError || isScrambled) return;

    const section = this.#sections.get(pid);
    const stream = section ? undefined : this.#streams.get(pid);
    if (!section && !stream) return;

    let payloadStart = 4;
    let isStuffed = false;
    if ((control & 0x20) !== 0) {
      const length = packet.readUInt8(4);
      payloadStart = 5 + length;
      const adaptationFlags = length > 0 ? packet.readUInt8(5) : 0;
      const isDiscontinuityAnnounced = (adaptationFlags & 0x80) !== 0;
      if (isDiscontinuityAnnounced) this.#latest.delete(pid);
      isStuffed = length === 0 || length > adaptationContentLength(packet, adaptationFlags);
    }
    if (!hasPayload || payloadStart >= packetSize) return;

    const payload = packet.subarray(payloadStart);
    const counter = control & 0x0f;
    const latest = this.#latest.get(pid);
    this.#latest.set(pid, { counter, payload });
    // 2.4.3.3: a packet may be sent twice.
    if (latest?.counter === counter && latest.payload.equals(payload)) return;
    const isGap = latest !== undefined && counter !== ((latest.counter + 1) & 0x0f);

    if (section) this.#section(section, payload, startsUnit, isGap);
    else if (stream) this.#pes(stream, payload, startsUnit, isGap, isStuffed);
  }

  #pes(pid: PesPid, payload: Buffer, startsUnit: boolean, isGap: boolean, isStuffed: boolean): void {
    if (startsUnit) {
      if (pid.pes) {
        if (isGap) pid.pes.isCorrupt = true;
        else if (pid.pes.expectedBytes === 0 && pid.pes.endsStuffed) pid.stuffingEnds++;
        this.#endPes(pid);
      }
      const length = payload.length >= 6 ? payload.readUInt16BE(4) : 0;
      pid.hasEndedEarly = false;
      pid.pes = {
        chunks: [],
        bytes: 0,
        expectedBytes: length > 0 ? length + 6 : 0,
        isCorrupt: false,
        followsGap: isGap || pid.hasGap,
        receivedMs: this.#pushedMs,
        endsStuffed: false,
      };
      pid.hasGap = false;
    } else if (isGap) {
      pid.hasEndedEarly = false;
      if (pid.pes) pid.pes.isCorrupt = true;
      else pid.hasGap = true;
    } else if (pid.hasEndedEarly || pid.pes?.endsStuffed) {
      // This multiplexer stuffs in the middle of a picture, too: its stuffing says nothing about the end.
      pid.stuffingEnds = Number.NEGATIVE_INFINITY;
    }

    const { pes } = pid;
    // The rest of a picture that is over, or the stream was joined in the middle of one.
    if (!pes) return;
    pes.chunks.push(payload);
    pes.bytes += payload.length;
    pes.receivedMs = this.#pushedMs;
    pes.endsStuffed = isStuffed;
    if (pes.expectedBytes > 0) {
      if (pes.bytes >= pes.expectedBytes) this.#endPes(pid);
    } else if (isStuffed && pid.stuffingEnds >= stuffingEndsToTrust) {
      pid.hasEndedEarly = true;
      this.#endPes(pid);
    } else if (pes.chunks.length >= maxPesPackets) {
      pes.isCorrupt = true;
      this.#endPes(pid);
    }
  }

  /** 2.4.3.6 */
  #endPes(pid: PesPid): void {
    const { pes } = pid;
    pid.pes = undefined;
    if (!pes) return;
    const packet = Buffer.concat(pes.chunks, pes.bytes);
    if (packet.length < 9 || packet.readUIntBE(0, 3) !== 1) return;
    const hasPts = (packet.readUInt8(7) & 0x80) !== 0;
    const hasDts = (packet.readUInt8(7) & 0x40) !== 0;
    const dataStart = 9 + packet.readUInt8(8);
    const dataEnd = pes.expectedBytes > 0 ? Math.min(pes.expectedBytes, packet.length) : packet.length;
    const stampBytes = hasDts ? 10 : hasPts ? 5 : 0;
    if (dataStart >= dataEnd || dataStart < 9 + stampBytes) return;
    if (pes.followsGap) pid.timing.interrupt();
    const stamps = hasPts ? pid.timing.follow(readStamps(packet, hasDts)) : pid.timing.next();
    if (!stamps) return;
    this.#handlers.onAccessUnit({
      pid: pid.stream.pid,
      ...stamps,
      data: packet.subarray(dataStart, dataEnd),
      isCorrupt: pes.isCorrupt || packet.length < pes.expectedBytes,
      followsGap: pes.followsGap,
      receivedMs: pes.receivedMs,
    });
  }

  /** 2.4.4: tables, which may span packets and share one. */
  #section(pid: SectionPid, payload: Buffer, startsUnit: boolean, isGap: boolean): void {
    if (isGap) pid.chunks = [];
    if (startsUnit) {
      const pointer = payload.readUInt8(0);
      if (1 + pointer >= payload.length) return;
      if (pid.chunks.length > 0) {
        pid.chunks.push(payload.subarray(1, 1 + pointer));
        this.#tables(pid);
      }
      pid.chunks = [payload.subarray(1 + pointer)];
    } else if (pid.chunks.length > 0) {
      pid.chunks.push(payload);
    }
    this.#tables(pid);
  }

  /** Takes every complete table out of what has been gathered. */
  #tables(pid: SectionPid): void {
    let data = Buffer.concat(pid.chunks);
    while (data.length >= 3 && data[0] !== 0xff) {
      const length = 3 + (data.readUInt16BE(1) & 0x0fff);
      if (data.length < length) break;
      const table = data.subarray(0, length);
      data = data.subarray(length);
      // 12 bytes: the fixed fields and the CRC.
      if (length < 12 || crc32Mpeg(table) !== 0) continue;
      const isCurrent = (table.readUInt8(5) & 0x01) !== 0;
      if (!isCurrent) continue;
      if (pid.kind === 'pat') this.#pat(table);
      else this.#pmt(table);
    }
    pid.chunks = data.length > 0 && data[0] !== 0xff ? [data] : [];
  }

  /** 2.4.4.3. Of several programmes, the first is taken. */
  #pat(table: Buffer): void {
    const isFirstSection = table[6] === 0;
    if (table[0] !== 0x00 || !isFirstSection) return;
    for (let offset = 8; offset + 4 <= table.length - 4; offset += 4) {
      const programNumber = table.readUInt16BE(offset);
      const pmtPid = table.readUInt16BE(offset + 2) & 0x1fff;
      if (programNumber === 0 || pmtPid === patPid) continue;
      this.#programNumber = programNumber;
      if (pmtPid !== this.#pmtPid) {
        if (this.#pmtPid !== undefined) this.#sections.delete(this.#pmtPid);
        this.#pmtPid = pmtPid;
        this.#sections.set(pmtPid, { kind: 'pmt', chunks: [] });
      }
      return;
    }
  }

  /** 2.4.4.8 */
  #pmt(table: Buffer): void {
    if (table[0] !== 0x02 || table.readUInt16BE(3) !== this.#programNumber) return;
    const end = table.length - 4;
    const streams = new Map<number, PesPid>();
    let offset = 12 + (table.readUInt16BE(10) & 0x0fff);
    while (offset + 5 <= end) {
      const streamType = table.readUInt8(offset);
      const pid = table.readUInt16BE(offset + 1) & 0x1fff;
      const infoLength = table.readUInt16BE(offset + 3) & 0x0fff;
      const descriptors = table.subarray(offset + 5, Math.min(offset + 5 + infoLength, end));
      const codec = codecOf(streamType, descriptors);
      if (codec) streams.set(pid, this.#followed(pid, codec));
      offset += 5 + infoLength;
    }
    const followed = [...this.#streams.values()];
    const isSame =
      streams.size === followed.length && followed.every((stream) => streams.get(stream.stream.pid) === stream);
    if (isSame) return;
    for (const pid of followed) if (streams.get(pid.stream.pid) !== pid) this.#endPes(pid);
    this.#streams = streams;
    this.#handlers.onProgram([...streams.values()].map(({ stream }) => stream));
  }

  /** A stream that stays keeps what has been gathered of it. */
  #followed(pid: number, codec: Codec): PesPid {
    const known = this.#streams.get(pid);
    if (known?.stream.codec === codec) return known;
    const stream: ElementaryStream = isVideo(codec) ? { pid, kind: 'video', codec } : { pid, kind: 'audio', codec };
    return { stream, pes: undefined, stuffingEnds: 0, hasEndedEarly: false, hasGap: false, timing: new UnitTiming() };
  }
}

/** The length that the announced fields of an adaptation field need (2.4.3.4), the flags byte included. */
function adaptationContentLength(packet: Buffer, flags: number): number {
  let length = 1;
  if ((flags & 0x10) !== 0) length += 6;
  if ((flags & 0x08) !== 0) length += 6;
  if ((flags & 0x04) !== 0) length += 1;
  if ((flags & 0x02) !== 0) length += 1 + (packet[5 + length] ?? 0);
  if ((flags & 0x01) !== 0) length += 1 + (packet[5 + length] ?? 0);
  return length;
}

function readStamps(packet: Buffer, hasDts: boolean): UnitStamps {
  const pts = readTimestamp(packet, 9);
  return { pts, dts: hasDts ? readTimestamp(packet, 14) : pts };
}

/** 33 bits in five bytes, with marker bits between (2.4.3.7). */
function readTimestamp(packet: Buffer, offset: number): number {
  const high = (packet.readUInt8(offset) >> 1) & 0x07;
  const middle = packet.readUInt16BE(offset + 1) >> 1;
  const low = packet.readUInt16BE(offset + 3) >> 1;
  return high * 2 ** 30 + middle * 2 ** 15 + low;
}

const videoCodecs: ReadonlySet<Codec> = new Set<VideoCodec>(['h264', 'hevc', 'mpeg2video']);

const isVideo = (codec: Codec): codec is VideoCodec => videoCodecs.has(codec);

/** Table 2-34, with the registrations of ATSC A/53 (0x81, 0x87) and of DVB (EN 300 468: private streams, 0x06). */
function codecOf(streamType: number, descriptors: Buffer): Codec | undefined {
  switch (streamType) {
    case 0x1b:
      return 'h264';
    case 0x24:
      return 'hevc';
    case 0x01:
    case 0x02:
      return 'mpeg2video';
    case 0x03:
    case 0x04:
      return 'mp2';
    case 0x0f:
      return 'aac';
    case 0x11:
      return 'aac_latm';
    case 0x81:
      return 'ac3';
    case 0x87:
      return 'eac3';
    case 0x06:
      return privateCodecOf(descriptors);
    default:
      return undefined;
  }
}

function privateCodecOf(descriptors: Buffer): Codec | undefined {
  for (let offset = 0; offset + 2 <= descriptors.length; offset += 2 + descriptors.readUInt8(offset + 1)) {
    const tag = descriptors.readUInt8(offset);
    if (tag === 0x6a) return 'ac3';
    if (tag === 0x7a) return 'eac3';
    if (tag === 0x05) {
      const format = descriptors.toString('latin1', offset + 2, offset + 6);
      if (format === 'Opus') return 'opus';
      if (format === 'AC-3') return 'ac3';
      if (format === 'EAC3') return 'eac3';
      if (format === 'HEVC') return 'hevc';
    }
  }
  return undefined;
}
