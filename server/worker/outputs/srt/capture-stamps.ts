import { median } from '@/lib/core/median';
import { ticksBetween, ticksPerSecond } from '@/lib/core/timestamp33';
import { nalType, nalTypeOf } from '@/lib/media/codecs/h264';
import { hevcCaptureNal, isHevcSlice } from '@/lib/media/codecs/hevc';
import { precisionTimeStampNal, precisionTimeStampUuids } from '@/lib/media/codecs/sei';
import type { VideoStream } from '@/lib/media/mpegts/elementary-stream';
import { readTables } from '@/lib/media/mpegts/read-tables';
import { readPesTimestamps } from '@/lib/media/mpegts/timestamps';
import {
  adaptationFlags,
  discontinuityIndicator,
  nullPid,
  packetBytes,
  payloadStart,
  pidOf,
  startsUnit,
  syncByte,
} from '@/lib/media/mpegts/ts-packet';

const startCode = Buffer.from([0, 0, 1]);
/** A stream with fewer null packets than it gets stamps has no constant rate to keep. */
const maxOwedPackets = 16;
/** Parameter sets and other information before a picture; more of it is damage. */
const maxHeadBytes = 64 * 1024;
const pesLengthAt = 4;
const maxPesLength = 0xffff;
/** Frames by whose decoding times the rate is known. */
const rateFrames = 9;

/** An access unit whose first slice has not come. */
interface OpenUnit {
  capturedMs: number;
  /** Its bytes so far. */
  head: Buffer;
  /** Where to look for the next start code. */
  searchFrom: number;
}

/**
 * Writes into each access unit of a transport stream when it was captured (MISB ST 0604), before its first slice. The frames
 * themselves are not touched, and a camera's own time stamp stays alone. Each stamp takes a packet of its own, in place of a
 * null packet where there are some.
 */
export class CaptureStamps {
  #tables: Buffer = Buffer.alloc(0);
  #video: VideoStream | null = null;
  #unit: OpenUnit | null = null;
  /** By how much the continuity counters of the video are moved. */
  #moved = 0;
  /** The camera's latest counter. */
  #counter: number | null = null;
  #owedPackets = 0;
  #dts: number | null = null;
  #stepTicks: number[] = [];

  /** Takes PAT and PMT, as whole packets. */
  setTables(tables: Buffer): void {
    if (tables.equals(this.#tables)) return;
    this.#tables = tables;
    this.#video = readTables(tables)?.streams.find((stream) => stream.kind === 'video') ?? null;
    this.interrupt();
  }

  /** Data is missing. */
  interrupt(): void {
    this.#unit = null;
    this.#counter = null;
    this.#dts = null;
    this.#stepTicks = [];
  }

  /**
   * @param packets whole ones, which it changes
   * @param entry where in them a player can begin; null: nowhere
   * @param capturedMs tells the time of capture, since 1970, by a PTS
   */
  stamp(
    packets: Buffer,
    entry: number | null,
    capturedMs: (pts: number) => number,
  ): { packets: Buffer; entry: number | null } {
    const codec = this.#video?.codec;
    if (codec !== 'h264' && codec !== 'hevc') return { packets, entry };
    const out: Buffer[] = [];
    let outEntry: number | null = null;
    for (let offset = 0; offset < packets.length; offset += packetBytes) {
      if (offset === entry) outEntry = out.length * packetBytes;
      const packet = packets.subarray(offset, offset + packetBytes);
      for (const stamped of this.#stampPacket(packet, codec, capturedMs)) out.push(stamped);
    }
    return { packets: Buffer.concat(out), entry: outEntry };
  }

  #stampPacket(packet: Buffer, codec: 'h264' | 'hevc', capturedMs: (pts: number) => number): Buffer[] {
    const pid = pidOf(packet);
    if (pid === nullPid && this.#owedPackets > 0) {
      this.#owedPackets--;
      return [];
    }
    if (pid !== this.#video?.pid) return [packet];
    const control = packet.readUInt8(3);
    const counter = control & 0x0f;
    const start = payloadStart(packet);
    packet[3] = (control & 0xf0) | ((counter + this.#moved) & 0x0f);
    if (start >= packetBytes) return [packet];
    const isAnnounced = (adaptationFlags(packet) & discontinuityIndicator) !== 0;
    const latest = isAnnounced ? null : this.#counter;
    this.#counter = counter;
    // A packet may be sent twice (ISO/IEC 13818-1, 2.4.3.3). Its counter would be that of the stamp.
    if (latest === counter) return [];
    if (latest !== null && counter !== ((latest + 1) & 0x0f)) this.#unit = null;
    const isUnreadable = (control & 0xc0) !== 0 || (packet.readUInt8(1) & 0x80) !== 0;
    if (isUnreadable) this.#unit = null;
    else if (startsUnit(packet)) return this.#begin(packet, start, codec, capturedMs);
    else if (this.#unit) return this.#continue(packet, start, start, codec);
    return [packet];
  }

  /** Takes the first packet of a PES packet. */
  #begin(packet: Buffer, start: number, codec: 'h264' | 'hevc', capturedMs: (pts: number) => number): Buffer[] {
    this.#unit = null;
    const pes = packet.subarray(start);
    const dataAt = 9 + (pes[8] ?? Number.POSITIVE_INFINITY);
    const timestamps = dataAt <= pes.length && pes.readUIntBE(0, 3) === 1 ? readPesTimestamps(pes) : null;
    if (!timestamps) return [packet];
    this.#measureRate(timestamps.dts);
    this.#unit = { capturedMs: capturedMs(timestamps.pts), head: Buffer.alloc(0), searchFrom: 0 };
    const packets = this.#continue(packet, start, start + dataAt, codec);
    const length = pes.readUInt16BE(pesLengthAt);
    if (length === 0) return packets;
    // Where the stamp comes in a later packet, only an unspecified length is right, which video may have (2.4.3.7).
    const stampBytes = packets.length > 1 ? packetBytes - payloadStart(packets[1] ?? packet) : 0;
    const isLater = stampBytes === 0 && this.#unit !== null;
    const stampedLength = isLater || length + stampBytes > maxPesLength ? 0 : length + stampBytes;
    (packets[0] ?? packet).writeUInt16BE(stampedLength, start + pesLengthAt);
    return packets;
  }

  /** Takes what a packet has of the open access unit, from this offset on. */
  #continue(packet: Buffer, start: number, dataAt: number, codec: 'h264' | 'hevc'): Buffer[] {
    const unit = this.#unit;
    if (!unit) return [packet];
    const before = unit.head.length;
    unit.head = Buffer.concat([unit.head, packet.subarray(dataAt)]);
    for (;;) {
      const found = unit.head.indexOf(startCode, unit.searchFrom);
      const nalAt = found + startCode.length;
      if (found < 0 || nalAt >= unit.head.length) {
        unit.searchFrom = found < 0 ? Math.max(unit.searchFrom, unit.head.length - startCode.length + 1) : found;
        if (unit.head.length > maxHeadBytes) this.#unit = null;
        return [packet];
      }
      unit.searchFrom = nalAt;
      if (!isPicture[codec](unit.head.subarray(nalAt, nalAt + 1))) continue;
      this.#unit = null;
      const head = unit.head.subarray(0, nalAt);
      if (precisionTimeStampUuids.some((uuid) => head.includes(uuid))) return [packet];
      const stamp =
        codec === 'h264' ? precisionTimeStampNal(unit.capturedMs) : hevcCaptureNal(unit.capturedMs, this.#fps);
      // The start code before the slice becomes the stamp's.
      return this.#insert(packet, start, dataAt + nalAt - before, Buffer.concat([stamp, startCode]));
    }
  }

  /** Inserts bytes at an offset of a packet. The rest goes into a second one. */
  #insert(packet: Buffer, start: number, offset: number, bytes: Buffer): Buffer[] {
    const payload = Buffer.concat([packet.subarray(start, offset), bytes, packet.subarray(offset)]);
    const second = Buffer.alloc(packetBytes, 0xff);
    second[0] = syncByte;
    // Neither an error nor a begin.
    second.writeUInt16BE(packet.readUInt16BE(1) & 0x3fff, 1);
    second[3] = 0x30 | ((packet.readUInt8(3) + 1) & 0x0f);
    second[4] = packetBytes - 5 - bytes.length;
    second[5] = 0;
    payload.copy(packet, start, 0, packetBytes - start);
    payload.copy(second, packetBytes - bytes.length, packetBytes - start);
    this.#moved = (this.#moved + 1) & 0x0f;
    this.#owedPackets = Math.min(maxOwedPackets, this.#owedPackets + 1);
    return [packet, second];
  }

  #measureRate(dts: number): void {
    if (this.#dts !== null) this.#stepTicks = [...this.#stepTicks, ticksBetween(this.#dts, dts)].slice(-rateFrames);
    this.#dts = dts;
  }

  /** Frames a second; null until they are known. */
  get #fps(): number | null {
    const stepTicks = this.#stepTicks.length === rateFrames ? median(this.#stepTicks) : null;
    return stepTicks !== null && stepTicks > 0 ? ticksPerSecond / stepTicks : null;
  }
}

/** Whether a NAL unit is of the picture itself, by its first byte: what precedes it tells of it. */
const isPicture: Record<'h264' | 'hevc', (nal: Buffer) => boolean> = {
  h264: (nal) => {
    const type = nalTypeOf(nal);
    // ITU-T H.264, table 7-1: slices and their parts, the prefix of a slice, and slices of further layers.
    return (type >= nalType.slice && type <= nalType.idr) || type === 14 || type === 20 || type === 21;
  },
  hevc: isHevcSlice,
};
