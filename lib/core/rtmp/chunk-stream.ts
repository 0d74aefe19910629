import { RtmpError } from './rtmp-error';

/* RTMP's chunk layer (Adobe, "Real-Time Messaging Protocol", 5.3), both ways. */

/** Message types (5.4, 7.1). */
export const messageType = {
  setChunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  userControl: 4,
  windowSize: 5,
  peerBandwidth: 6,
  audio: 8,
  video: 9,
  dataAmf3: 15,
  commandAmf3: 17,
  dataAmf0: 18,
  commandAmf0: 20,
  aggregate: 22,
} as const;

export interface RtmpMessage {
  type: number;
  /** Milliseconds, 32 bits: begins anew every 49.7 days. */
  timestamp: number;
  streamId: number;
  body: Buffer;
}

export interface ChunkReaderOptions {
  /** Maximum of one message, and of all unfinished ones together. */
  maxMessageBytes: number;
  maxChunkStreams: number;
}

const extended = 0xffffff;
const extendedBytes = 4;
/** Length of a message header, by the chunk's type (5.3.1.2). */
const headerBytes = [11, 7, 3, 0] as const;
const initialBufferBytes = 4_096;
/** 5.4.1 */
const initialChunkBytes = 128;

interface ChunkStream {
  type: number;
  streamId: number;
  length: number;
  timestamp: number;
  /** From one message to the next. */
  delta: number;
  /** The field of the latest header where it was extended; null where it fitted. */
  extendedField: number | null;
  /** The unfinished message; null between two. */
  message: { bytes: Buffer; filled: number } | null;
}

/** Joins chunks to messages. Its memory is bounded, whatever the sender claims. */
export class ChunkReader {
  readonly #options: ChunkReaderOptions;
  readonly #streams = new Map<number, ChunkStream>();
  #chunkBytes = initialChunkBytes;
  /** A header that the last bytes cut. */
  #rest: Buffer = Buffer.alloc(0);
  /** The chunk whose payload is being read. */
  #current: { stream: ChunkStream; missing: number } | null = null;
  /** Allocated for unfinished messages. */
  #heldBytes = 0;

  constructor(options: ChunkReaderOptions) {
    this.#options = options;
  }

  /**
   * Takes the next bytes, cut anywhere.
   * @returns the messages that they complete. Those of the chunk layer itself are obeyed and not in it.
   * @throws RtmpError when no encoder sends this; read no further then
   */
  *addBytes(bytes: Buffer): Generator<RtmpMessage> {
    let data = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    this.#rest = Buffer.alloc(0);
    while (data.length > 0 || this.#current?.missing === 0) {
      if (!this.#current) {
        const used = this.#readHeader(data);
        if (used === null) {
          this.#rest = Buffer.from(data);
          return;
        }
        data = data.subarray(used);
      }
      if (!this.#current) continue;
      const { stream } = this.#current;
      const taken = Math.min(this.#current.missing, data.length);
      this.#append(stream, data.subarray(0, taken));
      data = data.subarray(taken);
      this.#current.missing -= taken;
      if (this.#current.missing > 0) return;
      this.#current = null;
      const message = this.#finished(stream);
      if (message && !this.#obey(message)) yield message;
    }
  }

  /** Reads a chunk's headers. @returns their length; null where they are cut */
  #readHeader(data: Buffer): number | null {
    const first = data.readUInt8(0);
    const format = first >> 6;
    const basicBytes = (first & 0x3f) === 0 ? 2 : (first & 0x3f) === 1 ? 3 : 1;
    const end = basicBytes + (headerBytes[format] ?? 0);
    if (data.length < end) return null;
    const id = chunkStreamId(data, basicBytes);
    const stream = this.#streams.get(id) ?? this.#addStream(id, format);
    const field = format < 3 ? data.readUIntBE(basicBytes, 3) : null;
    let used = end;
    let time: number | null = field;
    if (field === extended || (field === null && stream.extendedField !== null)) {
      if (data.length < end + extendedBytes) return null;
      const value = data.readUInt32BE(end);
      // Some encoders repeat the extended timestamp in chunks of type 3, some do not.
      if (field !== null || value === stream.extendedField) used += extendedBytes;
      if (field !== null) time = value;
    }
    if (format < 3) {
      // A new header in the middle of a message drops what has come of it.
      this.#drop(stream);
      stream.extendedField = field === extended ? time : null;
      if (format < 2) {
        stream.length = data.readUIntBE(basicBytes + 3, 3);
        stream.type = data.readUInt8(basicBytes + 6);
      }
      if (format === 0) stream.streamId = data.readUInt32LE(basicBytes + 7);
    }
    if (!stream.message) this.#begin(stream, format, time);
    const missing = Math.min(this.#chunkBytes, stream.length - (stream.message?.filled ?? 0));
    this.#current = { stream, missing };
    return used;
  }

  #addStream(id: number, format: number): ChunkStream {
    // librtmp begins with type 1 on streams whose message stream is 0.
    if (format > 1) throw new RtmpError(`chunk stream ${id} begins without a header`);
    if (this.#streams.size >= this.#options.maxChunkStreams) throw new RtmpError('too many chunk streams');
    const stream = { type: 0, streamId: 0, length: 0, timestamp: 0, delta: 0, extendedField: null, message: null };
    this.#streams.set(id, stream);
    return stream;
  }

  #begin(stream: ChunkStream, format: number, time: number | null): void {
    const { length } = stream;
    if (length > this.#options.maxMessageBytes) throw new RtmpError(`a message of ${length} bytes`);
    // After type 0, its timestamp is the delta of a message of type 3 (5.3.1.2.4): ffmpeg counts on it.
    if (time !== null) stream.delta = time;
    stream.timestamp = (format === 0 ? stream.delta : stream.timestamp + stream.delta) >>> 0;
    stream.message = { bytes: Buffer.alloc(0), filled: 0 };
  }

  #append(stream: ChunkStream, payload: Buffer): void {
    const { message } = stream;
    if (!message) return;
    const needed = message.filled + payload.length;
    if (needed > message.bytes.length) {
      const size = Math.min(stream.length, Math.max(needed, 2 * message.bytes.length, initialBufferBytes));
      this.#heldBytes += size - message.bytes.length;
      if (this.#heldBytes > this.#options.maxMessageBytes) throw new RtmpError('too many unfinished messages');
      const larger = Buffer.allocUnsafe(size);
      message.bytes.copy(larger, 0, 0, message.filled);
      message.bytes = larger;
    }
    payload.copy(message.bytes, message.filled);
    message.filled = needed;
  }

  #finished(stream: ChunkStream): RtmpMessage | null {
    const { message, type, timestamp, streamId, length } = stream;
    if (!message || message.filled < length) return null;
    this.#drop(stream);
    return { type, timestamp, streamId, body: message.bytes.subarray(0, length) };
  }

  #drop(stream: ChunkStream): void {
    this.#heldBytes -= stream.message?.bytes.length ?? 0;
    stream.message = null;
  }

  /** Follows a message of the chunk layer (5.4.1, 5.4.2). @returns whether it is one */
  #obey({ type, body }: RtmpMessage): boolean {
    if (type !== messageType.setChunkSize && type !== messageType.abort) return false;
    if (body.length < 4) throw new RtmpError('a control message is cut');
    const value = body.readUInt32BE(0);
    if (type === messageType.abort) {
      const stream = this.#streams.get(value);
      if (stream) this.#drop(stream);
    } else {
      if (value < 1 || value > 0x7fffffff) throw new RtmpError(`a chunk size of ${value}`);
      this.#chunkBytes = value;
    }
    return true;
  }
}

/** 5.3.1.1 */
function chunkStreamId(data: Buffer, basicBytes: number): number {
  if (basicBytes === 1) return data.readUInt8(0) & 0x3f;
  return 64 + (basicBytes === 2 ? data.readUInt8(1) : data.readUInt16LE(1));
}

/**
 * The bytes of one message, with a whole header, so that they need no state.
 * @param chunkBytes the chunk size that the other side knows of
 */
export function writeMessage(
  { type, timestamp, streamId, body }: RtmpMessage,
  chunkStreamId: number,
  chunkBytes: number,
): Buffer {
  const isExtended = timestamp >= extended;
  const header = Buffer.alloc(12 + (isExtended ? extendedBytes : 0));
  header.writeUInt8(chunkStreamId, 0);
  header.writeUIntBE(isExtended ? extended : timestamp, 1, 3);
  header.writeUIntBE(body.length, 4, 3);
  header.writeUInt8(type, 7);
  header.writeUInt32LE(streamId, 8);
  if (isExtended) header.writeUInt32BE(timestamp, 12);
  const parts = [header, body.subarray(0, chunkBytes)];
  for (let offset = chunkBytes; offset < body.length; offset += chunkBytes) {
    const next = Buffer.alloc(isExtended ? 1 + extendedBytes : 1);
    next.writeUInt8(0xc0 | chunkStreamId, 0);
    if (isExtended) next.writeUInt32BE(timestamp, 1);
    parts.push(next, body.subarray(offset, offset + chunkBytes));
  }
  return Buffer.concat(parts);
}
