/*
 * What a worker writes to the process of its SRT output: frames of a kind, a length and a payload, one behind the other.
 */

/** What a frame is, instead of a place in a message. */
const kinds = { message: -1, tables: -2, interruption: -3 } as const;
const headerBytes = 8;

/** One SRT message; `entry` is where in it a player can begin, null where it cannot. */
export const messageFrame = (message: Buffer, entry: number | null): Buffer => frame(entry ?? kinds.message, message);
/** The program's tables, before a message at which a player can begin. */
export const tablesFrame = (tables: Buffer): Buffer => frame(kinds.tables, tables);
/** Messages are missing here, or the camera is another. */
export const interruptionFrame = (): Buffer => frame(kinds.interruption, Buffer.alloc(0));

export interface OutputFrameHandlers {
  message(message: Buffer, entry: number | null): void;
  setTables(tables: Buffer): void;
  interrupt(): void;
}

/** Reads frames out of a stream of bytes that is cut anywhere. */
export class OutputFrameReader {
  readonly #handlers: OutputFrameHandlers;
  #rest: Buffer = Buffer.alloc(0);

  constructor(handlers: OutputFrameHandlers) {
    this.#handlers = handlers;
  }

  push(bytes: Buffer): void {
    const data = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    let offset = 0;
    while (offset + headerBytes <= data.length) {
      const start = offset + headerBytes;
      const end = start + data.readUInt32BE(offset);
      if (end > data.length) break;
      this.#handle(data.readInt32BE(offset + 4), data.subarray(start, end));
      offset = end;
    }
    this.#rest = data.subarray(offset);
  }

  #handle(kind: number, payload: Buffer): void {
    if (kind === kinds.tables) this.#handlers.setTables(Buffer.from(payload));
    else if (kind === kinds.interruption) this.#handlers.interrupt();
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
