import type { RecordedFormat } from '@/lib/contracts/recording-index';
import type { VideoFacts } from '@/lib/media/codecs/video-reader';
import { packetBytes } from '@/lib/media/mpegts/ts-packet';
import type { Delay, SendingDelay } from '@/lib/media/sending-delay';
import { noteFrame, tablesFrame } from '../../feed/feed-frames';
import type { RandomAccess } from '../../feed/feed-subscriber';
import type { Tracks } from '../../program/ts-program';
import type { DelayNote, GapCause, KeyframeNote } from './segment-cutter';

/** Notes to the recorder's process beside the camera's packets. */
export type RecorderNote =
  | { kind: 'keyframe'; keyframe: KeyframeNote }
  | { kind: 'format'; format: RecordedFormat }
  | { kind: 'delay'; delay: DelayNote }
  | { kind: 'thumbnail'; atUs: number; jpeg: string }
  | { kind: 'gap'; cause: GapCause; lastPts: number | null }
  | { kind: 'end'; lastPts: number | null };

/** A note as a frame. */
export const recorderNote = (note: RecorderNote): Buffer => noteFrame(note);

/** The camera's stream, as the recorder's process is told of it. */
export class RecordedStream {
  readonly #sending: Pick<SendingDelay, 'delay' | 'isMeasured'>;
  #tables: Buffer = Buffer.alloc(0);
  #format: RecordedFormat | null = null;
  /** The delay that the process was told of last; null before that of this connection, and of a new process. */
  #delay: Delay | null = null;
  #isBreak = true;
  /** Timestamp of the last frame that came; null before the first one. */
  lastPts: number | null = null;

  constructor(sending: Pick<SendingDelay, 'delay' | 'isMeasured'>) {
    this.#sending = sending;
  }

  /** The camera has come, or come back. */
  connected(): void {
    this.#delay = null;
    this.#isBreak = true;
  }

  /** The camera is away. @returns the note of it */
  lost(): Buffer {
    this.#isBreak = true;
    return recorderNote({ kind: 'gap', cause: 'camera', lastPts: this.lastPts });
  }

  /** @returns the frames that a new process is given first */
  head(): Buffer[] {
    this.#delay = null;
    const tables = tablesFrame(this.#tables);
    return this.#format ? [tables, recorderNote({ kind: 'format', format: this.#format })] : [tables];
  }

  /** @returns what is told before the bytes in which a keyframe begins */
  begin({ tables: packets, pts, captured: { ms, clock, arrivedMs }, isSwitch }: RandomAccess) {
    if (isSwitch) this.#isBreak = true;
    const tables = withoutCounters(packets);
    if (!tables.equals(this.#tables)) {
      this.#isBreak = true;
      this.#tables = tables;
    }
    const keyframe: KeyframeNote = {
      pts,
      wallUs: Math.round(ms * 1_000),
      clock,
      arrivedUs: Math.round(arrivedMs * 1_000),
      isBreak: this.#isBreak,
    };
    this.#isBreak = false;
    return { keyframe, frames: [tablesFrame(tables), recorderNote({ kind: 'keyframe', keyframe })] };
  }

  /** @returns the note of a delay that the process does not know; null for none */
  takeDelay(): Buffer | null {
    const { delay, isMeasured } = this.#sending;
    if (!delay || delay === this.#delay) return null;
    this.#delay = delay;
    const us = Math.round(delay.ms * 1_000);
    const uncertaintyUs = Math.round(delay.uncertaintyMs * 1_000);
    return recorderNote({ kind: 'delay', delay: { wallUs: Date.now() * 1_000, us, uncertaintyUs, isMeasured } });
  }

  /** @returns the note of the new format */
  setTracks({ video, audio }: Tracks): Buffer {
    const [videoCodec, audioCodec] = [video?.codec ?? null, audio?.codec ?? null];
    return this.#setFormat({ videoCodec, audioCodec, width: null, height: null });
  }

  /** @returns the note of the new format; null where it is the known one */
  setFacts(facts: VideoFacts | null): Buffer | null {
    const format = this.#format;
    if (!facts || !format || (facts.width === format.width && facts.height === format.height)) return null;
    return this.#setFormat({ ...format, width: facts.width, height: facts.height });
  }

  #setFormat(format: RecordedFormat): Buffer {
    this.#format = format;
    return recorderNote({ kind: 'format', format });
  }
}

/** Transport packets whose continuity counters are 0, so that those of the same tables are the same bytes. */
function withoutCounters(packets: Buffer): Buffer {
  const copy = Buffer.from(packets);
  for (let start = 0; start < copy.length; start += packetBytes)
    copy.writeUInt8(copy.readUInt8(start + 3) & 0xf0, start + 3);
  return copy;
}
