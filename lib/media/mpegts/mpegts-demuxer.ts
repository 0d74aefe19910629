import { RestartPause } from '@/lib/core/restart-pause';
import { splitAnnexB } from '../codecs/annex-b';
import { nalType as h264NalType, nalTypeOf as h264NalTypeOf } from '../codecs/h264';
import { isHevcIrap, isHevcSequenceStart } from '../codecs/hevc';
import { isMpeg2SequenceHeader } from '../codecs/mpeg2';
import type { VideoCodec } from '../codecs/video-decoder';
import type { ElementaryStream, VideoStream } from './elementary-stream';
import { PesAssembler, type PesPacket } from './pes-assembler';
import { type KnownProgram, ProgramDirectory } from './program-directory';
import { patPid, readServiceProvider, SectionReader, sdtPid, TableReader } from './program-tables';
import {
  adaptationFlags,
  discontinuityIndicator,
  isStuffed,
  packetBytes,
  payloadStart,
  randomAccessIndicator,
  syncByte,
} from './ts-packet';

/*
 * MPEG-2 transport stream, ISO/IEC 13818-1 (section numbers here are its own). Pure: bytes in, PES packets out.
 * FFmpeg's demultiplexer would hand out an access unit only when the next one begins; see
 * docs/decisions/0014.
 */

export interface MpegTsHandlers {
  /** The program's streams, first and at each change; ever more rarely if they keep changing. */
  onProgram(streams: ElementaryStream[]): void;
  /** One PES packet of a stream of the program. Its data does not alias the pushed bytes. */
  onPesPacket(packet: PesPacket): void;
}

/** Counts of the packets so far. */
export interface PacketCounts {
  whole: number;
  /** Scrambled packets among the whole ones. */
  scrambled: number;
}

/** Where a player can begin: the program's tables, and its video if it has one. */
interface EntryProgram {
  pmtPid: number;
  video: VideoStream | null;
}

/** Follows one program of a transport stream: the chosen one, or the first with video. */
export class MpegTsDemuxer {
  #handlers: MpegTsHandlers;
  /** The start of a packet that the last push cut. */
  #rest: Buffer = Buffer.alloc(0);
  #isLocked = false;
  #pat = new TableReader();
  #pmts = new Map<number, TableReader>();
  #sdt = new SectionReader();
  #provider: string | null = null;
  #directory: ProgramDirectory;
  /** Pause between two changes of the program, each of which restarts decoders and outputs. */
  #programPause: RestartPause;
  #streams = new Map<number, PesAssembler>();
  #entryProgram: EntryProgram | null = null;
  /** The latest packet of each PID that is followed. */
  #latest = new Map<number, { counter: number; payload: Buffer }>();
  #now: () => number;
  #pushedMs = 0;
  readonly #counts: PacketCounts = { whole: 0, scrambled: 0 };
  #hasGaps = false;

  /** @param now the clock of `receivedMs`, in milliseconds */
  constructor(handlers: MpegTsHandlers, now: () => number = () => performance.now()) {
    this.#handlers = handlers;
    this.#now = now;
    this.#programPause = new RestartPause(now);
    this.#directory = new ProgramDirectory(now);
  }

  /** The programs known so far. */
  get programs(): KnownProgram[] {
    return this.#directory.programs;
  }

  /** The program that is followed; null while unknown. */
  get taken(): KnownProgram | null {
    return this.#directory.taken;
  }

  /** The maker of the stream, as its service table says; null until it does. */
  get provider(): string | null {
    return this.#provider;
  }

  get counts(): Readonly<PacketCounts> {
    return this.#counts;
  }

  /** Whether packets were missing so far, by the continuity counters of the program and its tables. */
  get hasGaps(): boolean {
    return this.#hasGaps;
  }

  /** Follows the program of this number whenever there is one. @param programNumber null: the first with video */
  chooseProgram(programNumber: number | null): void {
    this.#directory.choose(programNumber);
    this.#follow();
  }

  /** The latest tables, PAT before the followed program's PMT, as whole packets; empty until both have come. */
  get tables(): Buffer {
    const pmt = this.#entryProgram && this.#pmts.get(this.#entryProgram.pmtPid);
    return pmt ? Buffer.concat([...this.#pat.packets, ...pmt.packets]) : Buffer.alloc(0);
  }

  /**
   * Takes the next bytes of the stream, cut anywhere; they must not change afterwards. On damaged input it never
   * throws, but skips to where packets begin again.
   * @returns where in these bytes a player that has read {@link tables} can begin: at a keyframe or, in a program
   * without video, at any audio. Null when it cannot. If the sender does not keep packets whole, a player can begin
   * anywhere.
   */
  addBytes(bytes: Buffer): number | null {
    this.#pushedMs = this.#now();
    const isWhole = bytes.length % packetBytes === 0 && bytes[0] === syncByte;
    const restBytes = this.#rest.length;
    const data = restBytes > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    let entry: number | null = null;
    let offset = 0;
    while (offset + packetBytes <= data.length) {
      const end = offset + packetBytes;
      // A lone sync byte in junk means nothing: another packet must follow it.
      if (!this.#isLocked && data[offset] === syncByte && end === data.length) break;
      this.#isLocked = data[offset] === syncByte && (this.#isLocked || data[end] === syncByte);
      if (this.#isLocked) {
        const packet = data.subarray(offset, end);
        if (offset >= restBytes && this.#isEntry(packet)) entry ??= offset - restBytes;
        this.#packet(packet);
        offset = end;
      } else {
        const next = data.indexOf(syncByte, offset + 1);
        offset = next < 0 ? data.length : next;
      }
    }
    this.#rest = Buffer.from(data.subarray(offset));
    return isWhole ? entry : 0;
  }

  /** Hands out the PES packets that still wait for their end, when the input ends. */
  flush(): void {
    for (const stream of this.#streams.values()) stream.end();
  }

  /** Whether a player can begin with this packet. It inspects scrambled packets, too, for players with their key. */
  #isEntry(packet: Buffer): boolean {
    const flags = packet.readUInt16BE(1);
    const startsUnit = (flags & 0x4000) !== 0;
    if (!startsUnit || !this.#entryProgram || !this.#pmts.has(this.#entryProgram.pmtPid)) return false;
    const pid = flags & 0x1fff;
    if (pid === patPid || this.#directory.isMapPid(pid)) return false;
    const { video } = this.#entryProgram;
    return video === null || (pid === video.pid && startsAtKeyframe(packet, video.codec));
  }

  /** 2.4.3.2 */
  #packet(packet: Buffer): void {
    const flags = packet.readUInt16BE(1);
    const hasTransportError = (flags & 0x8000) !== 0;
    const startsUnit = (flags & 0x4000) !== 0;
    const pid = flags & 0x1fff;
    const control = packet.readUInt8(3);
    const isScrambled = (control & 0xc0) !== 0;
    this.#counts.whole++;
    if (isScrambled) this.#counts.scrambled++;
    if (hasTransportError || isScrambled) return;

    const stream = this.#streams.get(pid);
    const isTable = pid === patPid || this.#directory.isMapPid(pid);
    if (!stream && !isTable) {
      if (pid === sdtPid) this.#onServices(packet, startsUnit);
      if (startsUnit) this.#directory.identify(pid, packet);
      return;
    }

    // Most packets have no adaptation field.
    const hasAdaptationField = (control & 0x20) !== 0;
    const isAnnounced = hasAdaptationField && (adaptationFlags(packet) & discontinuityIndicator) !== 0;
    if (isAnnounced) this.#latest.delete(pid);
    const start = payloadStart(packet);
    if (start >= packetBytes) return;

    const payload = packet.subarray(start);
    const counter = control & 0x0f;
    const latest = this.#latest.get(pid);
    this.#latest.set(pid, { counter, payload });
    // 2.4.3.3: a packet may be sent twice.
    if (latest?.counter === counter && latest.payload.equals(payload)) return;
    const isGap = latest !== undefined && counter !== ((latest.counter + 1) & 0x0f);
    this.#hasGaps ||= isGap;

    if (stream && !isTable)
      stream.addPayload(payload, startsUnit, isGap, hasAdaptationField && isStuffed(packet), this.#pushedMs);
    else if (pid === patPid)
      for (const section of this.#pat.addPacket(packet, payload, startsUnit, isGap)) this.#onPat(section);
    else
      for (const section of this.#pmtReader(pid).addPacket(packet, payload, startsUnit, isGap))
        this.#onPmt(pid, section);
  }

  /** Repeats harm nothing here, and a section with a gap fails its checksum. */
  #onServices(packet: Buffer, startsUnit: boolean): void {
    const payload = packet.subarray(payloadStart(packet));
    if (payload.length === 0) return;
    for (const section of this.#sdt.addPayload(payload, startsUnit, false)) {
      this.#provider = readServiceProvider(section) ?? this.#provider;
    }
  }

  #onPat(section: Buffer): void {
    this.#directory.readAssociation(section);
    for (const pid of this.#pmts.keys()) if (!this.#directory.isMapPid(pid)) this.#pmts.delete(pid);
  }

  #pmtReader(pid: number): TableReader {
    const known = this.#pmts.get(pid);
    if (known) return known;
    const reader = new TableReader();
    this.#pmts.set(pid, reader);
    return reader;
  }

  #onPmt(pid: number, section: Buffer): void {
    this.#directory.readMap(pid, section);
    this.#follow();
  }

  #follow(): void {
    const program = this.#directory.taken;
    if (!program) return;
    const video = program.map.streams.find((stream) => stream.kind === 'video') ?? null;
    this.#entryProgram = { pmtPid: program.pmtPid, video };
    const streams = new Map(program.map.streams.map((stream) => [stream.pid, this.#assemblerOf(stream)]));
    const followed = [...this.#streams.values()];
    const isSame =
      streams.size === followed.length &&
      followed.every((assembler) => streams.get(assembler.stream.pid) === assembler);
    if (isSame || !this.#programPause.isOver) return;
    if (this.#streams.size > 0) this.#programPause.begin();
    for (const assembler of followed) if (streams.get(assembler.stream.pid) !== assembler) assembler.end();
    this.#streams = streams;
    this.#handlers.onProgram([...streams.values()].map(({ stream }) => stream));
  }

  /** A stream that stays keeps its gathered bytes. */
  #assemblerOf(stream: ElementaryStream): PesAssembler {
    const known = this.#streams.get(stream.pid);
    if (known?.stream.codec === stream.codec) return known;
    return new PesAssembler(stream, (packet) => this.#handlers.onPesPacket(packet));
  }
}

/** Whether a unit begins an access unit that needs no other. */
const beginsKeyframe: Record<VideoCodec, (unit: Buffer) => boolean> = {
  h264: (unit) => [h264NalType.idr, h264NalType.sps].some((type) => type === h264NalTypeOf(unit)),
  hevc: (unit) => isHevcIrap(unit) || isHevcSequenceStart(unit),
  mpeg2video: isMpeg2SequenceHeader,
};

/**
 * Whether a transport packet that starts an access unit starts a keyframe. The encoder may mark it
 * (random_access_indicator, ISO/IEC 13818-1, 2.4.3.4); otherwise the first units tell.
 */
function startsAtKeyframe(packet: Buffer, codec: VideoCodec): boolean {
  if ((adaptationFlags(packet) & randomAccessIndicator) !== 0) return true;
  const pes = packet.subarray(payloadStart(packet));
  return splitAnnexB(pes.subarray(9 + (pes[8] ?? 0))).some(beginsKeyframe[codec]);
}
