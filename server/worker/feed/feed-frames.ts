/*
 * The format of a feed that leaves the worker's process: for an output's process, or for the worker of a program. First
 * comes a mark: frames before it were left unread by an earlier process. Then come frames, each with a length, a kind and
 * a payload.
 */

/** Kinds of frames, in place of the offset in a message. */
const kinds = { message: -1, tables: -2, interruption: -3, task: -4, note: -5 } as const;
const headerBytes = 8;

/** One SRT message. A player can begin at `entry` in it; null: nowhere. */
export const messageFrame = (message: Buffer, entry: number | null): Buffer => frame(entry ?? kinds.message, message);
/** The program's tables, before a message at which a player can begin. */
export const tablesFrame = (tables: Buffer): Buffer => frame(kinds.tables, tables);
/** Messages are missing here, or the camera has changed. */
export const interruptionFrame = (): Buffer => frame(kinds.interruption, Buffer.alloc(0));

/** The process's task as JSON: the first frame after the mark. */
export const taskFrame = (task: unknown): Buffer => frame(kinds.task, Buffer.from(JSON.stringify(task)));

/** A note to the process at this place of the stream, as JSON. */
export const noteFrame = (note: unknown): Buffer => frame(kinds.note, Buffer.from(JSON.stringify(note)));

/** The mark of a feed that another worker reads. */
export const feedMark = 'sightline feed\n';

/** A keyframe's reading of its camera's clock: a note of a feed that another worker reads. */
export interface KeyframeReading {
  /** The keyframe's timestamp: a 33-bit count of 90 kHz. Null where it has none. */
  pts: number | null;
  /** When it was captured, in milliseconds since 1970. */
  capturedMs: number;
}

export interface FeedFrameHandlers {
  start(task: unknown): void;
  /** @param message may be a view of the bytes that were pushed */
  message(message: Buffer, entry: number | null): void;
  setTables(tables: Buffer): void;
  interrupt?(): void;
  note?(note: unknown): void;
}

/** Reads the frames after a mark from a stream of bytes that is cut anywhere. */
export class FeedFrameReader {
  readonly #mark: Buffer;
  readonly #handlers: FeedFrameHandlers;
  #isMarked = false;
  #rest: Buffer = Buffer.alloc(0);

  constructor(mark: string, handlers: FeedFrameHandlers) {
    this.#mark = Buffer.from(mark);
    this.#handlers = handlers;
  }

  /** Takes the next bytes, and keeps none of them beyond the call. */
  addBytes(bytes: Buffer): void {
    const rest = this.#rest;
    // Only a cut frame is joined, so that not every chunk is copied.
    const missing = rest.length === 0 ? 0 : this.#missingBytes(rest, bytes);
    const taken = missing === null ? bytes.length : missing;
    if (rest.length > 0) this.#rest = this.#read(Buffer.concat([rest, bytes.subarray(0, taken)]));
    if (this.#rest.length === 0) this.#rest = Buffer.from(this.#read(bytes.subarray(taken)));
  }

  /** How many of the next bytes complete a cut frame. @returns null where all of them may be needed */
  #missingBytes(rest: Buffer, bytes: Buffer): number | null {
    if (!this.#isMarked) return null;
    const header = Buffer.concat([rest.subarray(0, headerBytes), bytes.subarray(0, headerBytes)]);
    if (header.length < headerBytes) return null;
    const missing = headerBytes + header.readUInt32BE(0) - rest.length;
    return missing > bytes.length ? null : missing;
  }

  /** Handles whole frames. @returns the bytes of one that is not whole */
  #read(data: Buffer): Buffer {
    let offset = this.#isMarked ? 0 : this.#findFrames(data);
    while (this.#isMarked && offset + headerBytes <= data.length) {
      const start = offset + headerBytes;
      const end = start + data.readUInt32BE(offset);
      if (end > data.length) break;
      this.#handle(data.readInt32BE(offset + 4), data.subarray(start, end));
      offset = end;
    }
    return data.subarray(offset);
  }

  /** @returns where the frames begin; without a mark yet, all but the last bytes can be dropped */
  #findFrames(data: Buffer): number {
    const at = data.indexOf(this.#mark);
    this.#isMarked = at >= 0;
    return this.#isMarked ? at + this.#mark.length : Math.max(0, data.length - this.#mark.length + 1);
  }

  #handle(kind: number, payload: Buffer): void {
    if (kind === kinds.tables) this.#handlers.setTables(Buffer.from(payload));
    else if (kind === kinds.interruption) this.#handlers.interrupt?.();
    else if (kind === kinds.note) this.#handlers.note?.(JSON.parse(payload.toString()));
    else if (kind === kinds.task) this.#handlers.start(JSON.parse(payload.toString()));
    else this.#handlers.message(payload, kind === kinds.message ? null : kind);
  }
}

function frame(kind: number, payload: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(headerBytes + payload.length);
  bytes.writeUInt32BE(payload.length, 0);
  bytes.writeInt32BE(kind, 4);
  payload.copy(bytes, headerBytes);
  return bytes;
}
