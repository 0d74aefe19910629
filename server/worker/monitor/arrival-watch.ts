import type { Arrival } from '@/lib/contracts/worker-protocol';
import type { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import { packetBytes, syncByte } from '@/lib/media/mpegts/ts-packet';

const silentAfterMs = 2_000;
/** A Matroska file begins with the first, and its clusters with the second (RFC 9559, 5). */
const ebmlId = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);
const clusterId = Buffer.from([0x1f, 0x43, 0xb6, 0x75]);
/** Box types of ISO base media files (ISO/IEC 14496-12, 4.2). */
const mp4Boxes: ReadonlySet<string> = new Set(['ftyp', 'styp', 'moov', 'moof', 'mdat']);

type Container = 'matroska' | 'flv' | 'mp4';

/** Says what a connected encoder sends while it is not live. It gets each message only until then. */
export class ArrivalWatch {
  readonly #now: () => number;
  #byteCount = 0;
  #byteAtMs = 0;
  #container: Container | null = null;
  /** Each message so far was one packet. */
  #isPacketwise = true;

  /** @param now a clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** An encoder has connected. */
  start(): void {
    this.#byteCount = 0;
    this.#container = null;
    this.#isPacketwise = true;
  }

  addMessage(message: Buffer): void {
    this.#byteCount += message.length;
    this.#byteAtMs = this.#now();
    this.#isPacketwise &&= message.length === packetBytes;
    this.#container ??= containerOf(message);
  }

  /** @param hasFrames part of the program's named video or audio has come */
  describe({ counts, taken }: Pick<MpegTsDemuxer, 'counts' | 'taken'>, hasFrames: boolean): Arrival {
    if (this.#byteCount === 0 || this.#now() - this.#byteAtMs > silentAfterMs) return { kind: 'nothing' };
    // Other bytes contain some that look like packets.
    const isTransportStream = counts.whole * packetBytes * 2 > this.#byteCount;
    if (!isTransportStream) return { kind: this.#container ?? 'unknown' };
    if (counts.scrambled * 2 > counts.whole) return { kind: 'scrambled' };
    if (!taken) return { kind: 'no_tables' };
    if (taken.map.streams.length === 0) return { kind: 'no_media' };
    if (!hasFrames) return { kind: 'no_frames' };
    // GStreamer's mpegtsmux hands over single packets unless it is told to align them, and marks those that begin a
    // keyframe as header. Its srtsink (1.22, gst_srt_sink_render) sends no header twice.
    return { kind: this.#isPacketwise ? 'cut_keyframes' : 'no_keyframe' };
  }
}

/** The container that a message begins or carries, if it is not MPEG-TS; null when unknown. */
function containerOf(message: Buffer): Container | null {
  if (message[0] === syncByte) return null;
  if (message.subarray(0, ebmlId.length).equals(ebmlId) || message.includes(clusterId)) return 'matroska';
  if (message.toString('latin1', 0, 3) === 'FLV') return 'flv';
  return mp4Boxes.has(message.toString('latin1', 4, 8)) ? 'mp4' : null;
}
