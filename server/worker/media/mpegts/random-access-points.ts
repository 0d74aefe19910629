import { splitAnnexB } from '../codecs/annex-b';
import type { VideoCodec } from '../codecs/codec-names';
import { nalType as h264NalType, nalTypeOf as h264NalTypeOf } from '../codecs/h264';
import { isHevcIrap, isHevcSequenceStart } from '../codecs/hevc';
import { isMpeg2SequenceHeader } from '../codecs/mpeg2';
import { ProgramDirectory } from './program-directory';
import { patPid, SectionReader } from './program-tables';
import type { VideoStream } from './stream-types';
import { adaptationFlags, packetBytes, payloadStart, randomAccessIndicator, syncByte } from './ts-packet';

/** A table that is longer than this is damage: most take one packet. Both together fit into one SRT message. */
const maxTablePackets = 3;

/** Whether a NAL unit or MPEG-2 unit begins an access unit that needs no other. */
const beginsKeyframe: Record<VideoCodec, (unit: Buffer) => boolean> = {
  h264: (unit) => [h264NalType.idr, h264NalType.sps].some((type) => type === h264NalTypeOf(unit)),
  hevc: (unit) => isHevcIrap(unit) || isHevcSequenceStart(unit),
  mpeg2video: isMpeg2SequenceHeader,
};

/**
 * Finds in an MPEG transport stream the places at which a player can begin (ISO/IEC 13818-1). Nothing is demultiplexed,
 * and the stream itself stays as it is.
 */
export class RandomAccessPoints {
  #pat = new TablePackets();
  #pmts = new Map<number, TablePackets>();
  #directory = new ProgramDirectory(() => performance.now());
  #pmtPid: number | null = null;
  #video: VideoStream | null = null;

  /** The latest tables, PAT before the program's PMT, as whole packets; empty until both have come. */
  get tables(): Buffer {
    const pmt = this.#pmtPid === null ? undefined : this.#pmts.get(this.#pmtPid);
    return pmt ? Buffer.concat([...this.#pat.whole, ...pmt.whole]) : Buffer.alloc(0);
  }

  /**
   * Looks through the next bytes of the stream.
   * @returns where in them a player can begin, after having read the tables: at a keyframe, or where the program has
   * no video, at any audio. Null where it cannot. A sender that does not keep packets whole is not looked into: a
   * player begins with it anywhere.
   */
  push(message: Buffer): number | null {
    if (message.length % packetBytes !== 0 || message[0] !== syncByte) return 0;
    let entry: number | null = null;
    for (let offset = 0; offset < message.length; offset += packetBytes) {
      if (this.#isEntry(message, offset)) entry ??= offset;
    }
    return entry;
  }

  /** @returns whether a player can begin with this packet */
  #isEntry(message: Buffer, offset: number): boolean {
    const flags = message.readUInt16BE(offset + 1);
    const pid = flags & 0x1fff;
    const startsUnit = (flags & 0x4000) !== 0;
    const isPat = pid === patPid;
    const isTable = isPat || this.#directory.isMapPid(pid);
    if (!isTable && !startsUnit) return false;
    const packet = message.subarray(offset, offset + packetBytes);
    if (isTable) {
      if (isPat) for (const section of this.#pat.push(packet, startsUnit)) this.#onPat(section);
      else this.#onPmtPacket(pid, packet, startsUnit);
      return false;
    }
    this.#directory.identify(pid, packet);
    if (this.#pmtPid === null || !this.#pmts.has(this.#pmtPid)) return false;
    if (!this.#video) return true;
    return pid === this.#video.pid && startsAtKeyframe(packet, this.#video);
  }

  #onPat(section: Buffer): void {
    this.#directory.readAssociation(section);
    for (const pid of this.#pmts.keys()) if (!this.#directory.isMapPid(pid)) this.#pmts.delete(pid);
  }

  #onPmtPacket(pid: number, packet: Buffer, startsUnit: boolean): void {
    const known = this.#pmts.get(pid);
    const table = known ?? new TablePackets();
    if (!known) this.#pmts.set(pid, table);
    for (const section of table.push(packet, startsUnit)) this.#directory.readMap(pid, section);
    const program = this.#directory.taken;
    if (!program) return;
    this.#pmtPid = program.pmtPid;
    this.#video = program.map.streams.find((stream) => stream.kind === 'video') ?? null;
  }
}

/** The packets of a table, to be sent again as they came. */
class TablePackets {
  /** Of the latest table that was whole. */
  whole: Buffer[] = [];
  #gathered: Buffer[] = [];
  #sections = new SectionReader();

  /** @returns the sections that are whole by this packet */
  push(packet: Buffer, startsSection: boolean): Buffer[] {
    // A copy, for messages are not kept.
    const copy = Buffer.from(packet);
    if (startsSection) this.#gathered = [copy];
    else if (this.#gathered.length > 0 && this.#gathered.length < maxTablePackets) this.#gathered.push(copy);
    const payload = copy.subarray(payloadStart(copy));
    if (payload.length === 0) return [];
    const sections = this.#sections.push(payload, startsSection, false);
    if (sections.length > 0) this.whole = [...this.#gathered];
    return sections;
  }
}

/** By the encoder's own mark (random_access_indicator, 2.4.3.4), which not all set, or by how the access unit begins. */
function startsAtKeyframe(packet: Buffer, { codec }: VideoStream): boolean {
  if ((adaptationFlags(packet) & randomAccessIndicator) !== 0) return true;
  const pes = packet.subarray(payloadStart(packet));
  return splitAnnexB(pes.subarray(9 + (pes[8] ?? 0))).some(beginsKeyframe[codec]);
}
