import { addTicks, ticksPerMs } from '@/lib/core/timestamp33';
import { crc32Mpeg } from './program-tables';
import { writeTimestamp } from './timestamps';
import { packetBytes, randomAccessIndicator, syncByte } from './ts-packet';

/**
 * The program map's stream type of each codec (ISO/IEC 13818-1, table 2-34; ATSC A/53). Private ones are told by a
 * registration descriptor (2.6.8).
 */
const videoTypes = {
  h264: { type: 0x1b, registration: null },
  hevc: { type: 0x24, registration: null },
  av1: { type: 0x06, registration: 'AV01' },
  vp8: { type: 0x06, registration: 'VP08' },
  vp9: { type: 0x06, registration: 'VP09' },
  flv1: { type: 0x06, registration: 'FLV1' },
  vp6: { type: 0x06, registration: 'VP6F' },
  vvc: { type: 0x33, registration: null },
} as const;
const audioTypes = {
  /** In ADTS frames. */
  aac: { type: 0x0f, registration: null },
  mp3: { type: 0x03, registration: null },
  ac3: { type: 0x81, registration: null },
  eac3: { type: 0x87, registration: null },
} as const;

export type MuxedVideo = keyof typeof videoTypes;
export type MuxedAudio = keyof typeof audioTypes;

/** The codecs of the program's tracks; null without one. */
export interface MuxedTracks {
  video: MuxedVideo | null;
  audio: MuxedAudio | null;
}

const pids = { pmt: 0x1000, video: 0x100, audio: 0x101 } as const;
const registrationTag = 0x05;
/** H.222.0, 2.4.3.7. */
const streamIds = { video: 0xe0, audio: 0xc0 } as const;

const headerBytes = 4;
const payloadBytes = packetBytes - headerBytes;
/** Length, flags and PCR. */
const pcrFieldBytes = 8;
const pcrFlag = 0x10;
const maxPesLength = 0xffff;
/** A player needs the tables before it can begin; DVB repeats them as often. */
const tablesIntervalTicks = 100 * ticksPerMs;
/** Delay of the program clock behind the timestamps, which players add. Audio may arrive this much later than video. */
const pcrLeadTicks = 120 * ticksPerMs;

type Kind = keyof MuxedTracks;

/** Makes an MPEG transport stream of one program (ISO/IEC 13818-1) from access units. */
export class MpegTsMuxer {
  readonly #counters = new Map<number, number>();
  #tracks: MuxedTracks = { video: null, audio: null };
  #version = 0;
  #tablesAtDts: number | null = null;

  /** Changes the tracks; players are told by the next tables. */
  setTracks(tracks: MuxedTracks): void {
    if (tracks.video === this.#tracks.video && tracks.audio === this.#tracks.audio) return;
    this.#tracks = tracks;
    this.#version = (this.#version + 1) % 32;
    this.#tablesAtDts = null;
  }

  /**
   * The transport packets of one access unit.
   * @param data annex B with an access unit delimiter, or ADTS frames
   * @param pts 33-bit count of a 90 kHz clock
   * @param isKeyframe a player can begin here; the tables precede it
   * @param dts when it is decoded; earlier than `pts` where frames are shown in another order than they come
   */
  accessUnit(kind: Kind, data: Buffer, pts: number, isKeyframe: boolean, dts = pts): Buffer {
    const hasPcr = kind === 'video' || !this.#tracks.video;
    const tables = hasPcr && (isKeyframe || this.#areTablesDue(dts)) ? this.#tables(dts) : null;
    const pes = pesPacket(streamIds[kind], data, pts, dts);
    const packets = this.#packets(pids[kind], pes, {
      pcr: hasPcr ? addTicks(dts, -pcrLeadTicks) : null,
      isRandomAccess: isKeyframe && kind === 'video',
    });
    return tables ? Buffer.concat([tables, packets]) : packets;
  }

  /** An access unit is missing: receivers see that by the continuity counter. */
  noteLoss(kind: Kind): void {
    this.#count(pids[kind]);
  }

  #areTablesDue(dts: number): boolean {
    return this.#tablesAtDts === null || Math.abs(dts - this.#tablesAtDts) >= tablesIntervalTicks;
  }

  #tables(dts: number): Buffer {
    this.#tablesAtDts = dts;
    const program = Buffer.alloc(4);
    program.writeUInt16BE(1, 0);
    program.writeUInt16BE(0xe000 | pids.pmt, 2);
    const { video, audio } = this.#tracks;
    const pcrPid = video ? pids.video : pids.audio;
    const streams = [
      ...(video ? [streamEntry(pids.video, videoTypes[video])] : []),
      ...(audio ? [streamEntry(pids.audio, audioTypes[audio])] : []),
    ];
    const programInfo = Buffer.from([0, 0, 0xf0, 0]);
    programInfo.writeUInt16BE(0xe000 | pcrPid, 0);
    return Buffer.concat([
      this.#section(0, section(0x00, 0, program)),
      this.#section(pids.pmt, section(0x02, this.#version, Buffer.concat([programInfo, ...streams]))),
    ]);
  }

  #section(pid: number, table: Buffer): Buffer {
    const packet = Buffer.alloc(packetBytes, 0xff);
    this.#writeHeader(packet, pid, { startsUnit: true, hasAdaptation: false });
    packet[headerBytes] = 0;
    table.copy(packet, headerBytes + 1);
    return packet;
  }

  #packets(pid: number, pes: Buffer, first: { pcr: number | null; isRandomAccess: boolean }): Buffer {
    const firstFieldBytes = first.pcr === null ? 0 : pcrFieldBytes;
    const count = Math.ceil((pes.length + firstFieldBytes) / payloadBytes);
    const packets = Buffer.allocUnsafe(count * packetBytes);
    let used = 0;
    for (let index = 0; index < count; index++) {
      const packet = packets.subarray(index * packetBytes, (index + 1) * packetBytes);
      const neededBytes = index === 0 ? firstFieldBytes : 0;
      const taken = Math.min(payloadBytes - neededBytes, pes.length - used);
      const fieldBytes = payloadBytes - taken;
      this.#writeHeader(packet, pid, { startsUnit: index === 0, hasAdaptation: fieldBytes > 0 });
      if (fieldBytes > 0)
        writeAdaptation(packet, fieldBytes, index === 0 ? first : { pcr: null, isRandomAccess: false });
      pes.copy(packet, headerBytes + fieldBytes, used, used + taken);
      used += taken;
    }
    return packets;
  }

  #writeHeader(
    packet: Buffer,
    pid: number,
    { startsUnit, hasAdaptation }: { startsUnit: boolean; hasAdaptation: boolean },
  ) {
    packet[0] = syncByte;
    packet.writeUInt16BE((startsUnit ? 0x4000 : 0) | pid, 1);
    packet[3] = (hasAdaptation ? 0x30 : 0x10) | this.#count(pid);
  }

  #count(pid: number): number {
    const counter = this.#counters.get(pid) ?? 0;
    this.#counters.set(pid, (counter + 1) % 16);
    return counter;
  }
}

/** 2.4.3.4 @param fieldBytes including the length byte; what the fields do not need is stuffing */
function writeAdaptation(
  packet: Buffer,
  fieldBytes: number,
  { pcr, isRandomAccess }: { pcr: number | null; isRandomAccess: boolean },
): void {
  packet.fill(0xff, headerBytes, headerBytes + fieldBytes);
  packet[headerBytes] = fieldBytes - 1;
  if (fieldBytes === 1) return;
  packet[headerBytes + 1] = (isRandomAccess ? randomAccessIndicator : 0) | (pcr === null ? 0 : pcrFlag);
  if (pcr === null) return;
  // 33 bits of 90 kHz, six reserved ones, and an extension of 27 MHz that stays 0.
  packet.writeUInt32BE(Math.floor(pcr / 2), headerBytes + 2);
  packet.writeUInt16BE(((pcr % 2) << 15) | 0x7e00, headerBytes + 6);
}

/** 2.4.4.9: one stream of the program map. */
function streamEntry(pid: number, { type, registration }: { type: number; registration: string | null }): Buffer {
  const descriptors =
    registration === null ? Buffer.alloc(0) : Buffer.from([registrationTag, 4, ...Buffer.from(registration)]);
  const entry = Buffer.from([type, 0, 0, 0xf0, descriptors.length]);
  entry.writeUInt16BE(0xe000 | pid, 1);
  return Buffer.concat([entry, descriptors]);
}

/** 2.4.3.6 */
function pesPacket(streamId: number, data: Buffer, pts: number, dts: number): Buffer {
  const hasDts = dts !== pts;
  const times = hasDts ? [timestamp(0x31, pts), timestamp(0x11, dts)] : [timestamp(0x21, pts)];
  const fields = Buffer.concat(times);
  const length = 3 + fields.length + data.length;
  const header = Buffer.from([0, 0, 1, streamId, 0, 0, 0x84, hasDts ? 0xc0 : 0x80, fields.length]);
  // Only video may leave its length open.
  header.writeUInt16BE(length <= maxPesLength ? length : 0, 4);
  return Buffer.concat([header, fields, data]);
}

/** A timestamp's 33 bits in five bytes. @param prefix with the marker bit */
function timestamp(prefix: number, ticks: number): Buffer {
  const field = Buffer.from([prefix, 0, 0, 0, 0]);
  writeTimestamp(field, 0, ticks);
  return field;
}

/** 2.4.4 */
function section(tableId: number, version: number, body: Buffer): Buffer {
  const head = Buffer.from([tableId, 0, 0, 0, 1, 0xc1 | (version << 1), 0, 0]);
  head.writeUInt16BE(0xb000 | (5 + body.length + 4), 1);
  const content = Buffer.concat([head, body]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32Mpeg(content));
  return Buffer.concat([content, checksum]);
}
