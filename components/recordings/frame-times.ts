import type { RecordingTimeline } from '@/lib/contracts/recordings';
import { maxOf } from '@/lib/core/extremes';

/** hls.js keeps the clock of MPEG-TS. */
const ticksPerSecond = 90_000;
/** A moment this far behind a frame's begin shows this frame at any rate, also after its milliseconds are cut off. */
const insideFrameMs = 2;
/** Two readings of the same moment. */
const sameMs = 0.05;
/** A step where no frame is known: nothing was recorded, or it is not loaded. */
const usualFrameMs = 40;
/** Two lengths that differ by less are of the same hole. */
const sameHoleSeconds = 0.005;
/** Shorter than any frame. */
const minHoleSeconds = 0.01;

/** The frames of one part, in seconds of the video's own timeline. */
interface PartFrames {
  /** The number of the last chunk: those of one load count up. */
  chunk: number;
  keyframeSeconds: number;
  seconds: number[];
}

/**
 * When each frame of a recording is shown, read from the fragments that hls.js makes. So a step is one frame at any rate,
 * also at a mixed one, and without the secure context that decoders of one's own need.
 */
export class FrameTimes {
  readonly #parts = new Map<number, PartFrames>();

  /**
   * Takes a chunk of a part as hls.js appends it.
   * @param part its index in `parts`
   * @param chunk its number within one load of the part
   * @param offsetSeconds where the zero of its timestamps is on the video's own timeline
   */
  addChunk(parts: Part[], part: number, chunk: number, bytes: Uint8Array, offsetSeconds: number): void {
    const seconds = readFrameSeconds(bytes).map((frameSeconds) => frameSeconds + offsetSeconds);
    const [firstSeconds] = seconds;
    if (firstSeconds === undefined) return;
    const known = this.#parts.get(part);
    if (known && known.chunk < chunk) {
      known.chunk = chunk;
      known.seconds = known.seconds.concat(seconds);
    } else {
      const keyframeSeconds = firstSeconds + this.#holeSeconds(parts, part, seconds);
      this.#parts.set(part, { chunk, keyframeSeconds, seconds: seconds.with(0, keyframeSeconds) });
    }
  }

  /**
   * How much too early a part's keyframe is: where the frames before it are lost, hls.js moves it into their place. Then
   * it lasts so much longer than the next frame, and lies so much nearer to the keyframe before than when it was captured.
   */
  #holeSeconds(parts: Part[], index: number, seconds: number[]): number {
    const [before, part, beforeSeconds] = [parts[index - 1], parts[index], this.keyframeSeconds(index - 1)];
    const [first = 0, second, third] = seconds.toSorted((a, b) => a - b);
    if (!before || !part || part.begins_run || beforeSeconds === null) return 0;
    if (second === undefined || third === undefined || first !== seconds[0]) return 0;
    const nearerSeconds = beforeSeconds + (startMsOf(part) - startMsOf(before)) / 1_000 - first;
    const longerSeconds = second - first - (third - second);
    const isMoved = longerSeconds > minHoleSeconds && Math.abs(nearerSeconds - longerSeconds) < sameHoleSeconds;
    return isMoved ? longerSeconds : 0;
  }

  /** Where a part's keyframe is on the video's timeline; null until it is loaded. */
  keyframeSeconds(part: number): number | null {
    return this.#parts.get(part)?.keyframeSeconds ?? null;
  }

  /** Where a part's last frame begins on the video's timeline; null until it is loaded. */
  lastFrameSeconds(part: number): number | null {
    const known = this.#parts.get(part);
    return known ? maxOf(known.seconds) : null;
  }

  /**
   * The frame after or before the one that a moment shows.
   * @param part the one that has the moment; null where nothing was recorded
   * @returns a moment within that frame, in milliseconds since 1970; the same one where there is no further frame
   */
  step(parts: Part[], part: number | null, atMs: number, by: 1 | -1): number {
    if (part === null || !this.#parts.has(part)) return atMs + by * usualFrameMs;
    const frames = [part - 1, part, part + 1].flatMap((index) => this.#shownMs(parts, index)).sort((a, b) => a - b);
    const shown = frames.findLastIndex((frameMs) => frameMs <= atMs + sameMs);
    const found = frames[shown + by];
    if (shown >= 0 && found !== undefined) return found + insideFrameMs;
    // A part begins with its keyframe, and the last frame before it lasts until then.
    const [before, current, next] = [parts[part - 1], parts[part], parts[part + 1]];
    if (by > 0) return next ? startMsOf(next) + insideFrameMs : atMs;
    return before && current ? Math.min(endMsOf(before), startMsOf(current)) - insideFrameMs : atMs;
  }

  /** When the frames of a part begin, in milliseconds since 1970, as far as the next part does not take their place. */
  #shownMs(parts: Part[], index: number): number[] {
    const [known, part, next] = [this.#parts.get(index), parts[index], parts[index + 1]];
    if (!known || !part) return [];
    const endMs = Math.min(endMsOf(part), next ? startMsOf(next) : Number.POSITIVE_INFINITY);
    return known.seconds
      .map((seconds) => startMsOf(part) + (seconds - known.keyframeSeconds) * 1_000)
      .filter((frameMs) => frameMs < endMs - sameMs);
  }
}

type Part = RecordingTimeline['parts'][number];
const startMsOf = ({ start_us: startUs }: Part): number => startUs / 1_000;
const endMsOf = ({ start_us: startUs, duration_us: durationUs }: Part): number => (startUs + durationUs) / 1_000;

/** A box of an MP4 file (ISO/IEC 14496-12), without its header. */
interface Box {
  type: string;
  body: DataView;
}

function* boxesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Generator<Box> {
  const view = new DataView(buffer, byteOffset, byteLength);
  for (let at = 0; at + 8 <= byteLength; ) {
    const size = view.getUint32(at);
    const type = new TextDecoder('latin1').decode(new Uint8Array(buffer, byteOffset + at + 4, 4));
    if (size < 8 || at + size > byteLength) return;
    yield { type, body: new DataView(buffer, byteOffset + at + 8, size - 8) };
    at += size;
  }
}

const bodiesOf = (view: ArrayBufferView, type: string): DataView[] =>
  [...boxesOf(view)].flatMap((box) => (box.type === type ? [box.body] : []));

/** When the frames of a movie fragment are shown, in seconds by its timestamps, in the order of decoding. */
function readFrameSeconds(bytes: Uint8Array): number[] {
  return bodiesOf(bytes, 'moof')
    .flatMap((moof) => bodiesOf(moof, 'traf'))
    .flatMap((traf) => {
      const [header, time, run] = ['tfhd', 'tfdt', 'trun'].map((type) => bodiesOf(traf, type)[0]);
      return time && run ? readRun(run, decodeTicksOf(time), header ? usualTicksOf(header) : 0) : [];
    });
}

const decodeTicksOf = (tfdt: DataView): number =>
  tfdt.getUint8(0) === 0 ? tfdt.getUint32(4) : Number(tfdt.getBigUint64(4));

/** How long a frame lasts unless its run says otherwise. */
function usualTicksOf(tfhd: DataView): number {
  const flags = tfhd.getUint32(0) & 0xff_ff_ff;
  const skipped = (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0);
  return flags & 0x8 ? tfhd.getUint32(8 + skipped) : 0;
}

function readRun(trun: DataView, startTicks: number, usualTicks: number): number[] {
  const flags = trun.getUint32(0) & 0xff_ff_ff;
  const count = trun.getUint32(4);
  const [hasDuration, hasSize, hasFlags, hasOffset] = [0x100, 0x200, 0x400, 0x800].map((flag) => (flags & flag) !== 0);
  let at = 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  let ticks = startTicks;
  return Array.from({ length: count }, () => {
    const duration = hasDuration ? trun.getUint32(at) : usualTicks;
    at += (hasDuration ? 4 : 0) + (hasSize ? 4 : 0) + (hasFlags ? 4 : 0);
    const shownTicks = ticks + (hasOffset ? trun.getInt32(at) : 0);
    at += hasOffset ? 4 : 0;
    ticks += duration;
    return shownTicks / ticksPerSecond;
  });
}
