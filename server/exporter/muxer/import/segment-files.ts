import { closeSync, fsyncSync, openSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { indexFile, segmentFile, thumbnailFile } from '@/lib/contracts/recording-files';
import type { RecordedFormat, RecordingLine } from '@/lib/contracts/recording-index';
import { addTicks, ticksPerSecond } from '@/lib/core/timestamp33';
import { MpegTsMuxer, type MuxedTracks } from '@/lib/media/mpegts/mpegts-muxer';
import { packetBytes } from '@/lib/media/mpegts/ts-packet';
import { MuxError } from '../mux-error';

/** As the recorder cuts them: at the first keyframe after this time. */
const segmentTicks = 10 * ticksPerSecond;
/** Timestamps begin here: frames are decoded, and sound begins, a little before the first picture. */
const originTicks = 10 * ticksPerSecond;
/** Program association and program map, which the muxer puts in front of each keyframe. */
const tablesBytes = 2 * packetBytes;
const fileMode = 0o640;

/** An access unit. Times count 1/90,000 s from the first frame on. */
export interface ImportUnit {
  kind: 'video' | 'audio';
  /** Annex B with a delimiter, or ADTS. */
  data: Buffer;
  pts: number;
  dts: number;
  isKeyframe: boolean;
}

export interface SegmentFilesOptions {
  folder: string;
  /** Names the files. */
  writer: string;
  /** When the first frame was captured, in microseconds since 1970. */
  startUs: number;
  maxBytes: number;
}

/** Writes access units as a recording: segments of MPEG-TS and their index. */
export class SegmentFiles {
  readonly #options: SegmentFilesOptions;
  readonly #muxer = new MpegTsMuxer();
  readonly #format: RecordedFormat;
  readonly #lines: RecordingLine[] = [];
  #segment: { fd: number; bytes: number; beganPts: number } | null = null;
  #count = 0;
  #lastPts: number | null = null;
  sizeBytes = 0;

  constructor(options: SegmentFilesOptions, tracks: MuxedTracks, size: { width: number; height: number }) {
    this.#options = options;
    this.#muxer.setTracks(tracks);
    this.#format = { videoCodec: tracks.video, audioCodec: tracks.audio, ...size };
  }

  /** When a frame is said to be captured, in microseconds since 1970. */
  wallUsOf(pts: number): number {
    return this.#options.startUs + Math.round((pts * 1e6) / ticksPerSecond);
  }

  /** Begins with a keyframe; what comes before the first one is dropped. @throws MuxError, Error of the disk */
  add({ kind, data, pts, dts, isKeyframe }: ImportUnit): void {
    const begins = kind === 'video' && isKeyframe;
    if (!begins && !this.#segment) return;
    const ticks = addTicks(originTicks, pts);
    const bytes = this.#muxer.accessUnit(kind, data, ticks, begins, addTicks(originTicks, dts));
    if (begins) this.#noteKeyframe(bytes, pts, ticks);
    if (kind === 'video') this.#lastPts = ticks;
    this.#write(bytes);
  }

  writeThumbnail(atUs: number, jpeg: Buffer): void {
    writeFileSync(path.join(this.#options.folder, thumbnailFile(atUs)), jpeg, { mode: fileMode });
  }

  /** Ends the last segment, and writes the index. */
  close(): void {
    const { folder, writer } = this.#options;
    this.#endSegment();
    const text = this.#lines.map((line) => `\n${JSON.stringify(line)}`).join('');
    writeFileSync(path.join(folder, indexFile(writer)), text, { mode: fileMode, flush: true });
  }

  #noteKeyframe(bytes: Buffer, pts: number, ticks: number): void {
    const wallUs = this.wallUsOf(pts);
    if (!this.#segment || pts - this.#segment.beganPts >= segmentTicks) {
      this.#endSegment();
      this.#beginSegment(pts, wallUs, withoutCounters(bytes.subarray(0, tablesBytes)));
    }
    const offset = (this.#segment?.bytes ?? 0) + tablesBytes;
    this.#lines.push({ kind: 'keyframe', offset, pts: ticks, wallUs, clock: 'arrival', arrivedUs: wallUs });
  }

  #beginSegment(beganPts: number, wallUs: number, tables: Buffer): void {
    const { folder, writer } = this.#options;
    const file = segmentFile(writer, ++this.#count);
    this.#segment = { fd: openSync(path.join(folder, file), 'wx', fileMode), bytes: 0, beganPts };
    this.#lines.push({ kind: 'segment', file, wallUs, tables: tables.toString('base64') });
    this.#lines.push({ kind: 'format', ...this.#format });
  }

  #write(bytes: Buffer): void {
    const segment = this.#segment;
    if (!segment) return;
    for (let offset = 0; offset < bytes.length; ) offset += writeSync(segment.fd, bytes, offset);
    segment.bytes += bytes.length;
    this.sizeBytes += bytes.length;
    if (this.sizeBytes > this.#options.maxBytes) throw new MuxError('too_large', 'The recording is too large.');
  }

  #endSegment(): void {
    if (!this.#segment) return;
    const { fd, bytes } = this.#segment;
    this.#segment = null;
    fsyncSync(fd);
    closeSync(fd);
    this.#lines.push({ kind: 'end', bytes, lastPts: this.#lastPts });
  }
}

/** The same tables are the same bytes. */
function withoutCounters(packets: Buffer): Buffer {
  const copy = Buffer.from(packets);
  for (let start = 0; start < copy.length; start += packetBytes) {
    copy.writeUInt8(copy.readUInt8(start + 3) & 0xf0, start + 3);
  }
  return copy;
}
