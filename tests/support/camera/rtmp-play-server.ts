import { type Amf0Value, readAmf0, writeAmf0 } from '@/lib/core/rtmp/amf0';
import { ChunkReader, messageType, type RtmpMessage, writeMessage } from '@/lib/core/rtmp/chunk-stream';

export interface RtmpPlayServerOptions {
  send(bytes: Buffer): void;
  /** The status that answers `play`; null: none. */
  status: { level: 'status' | 'error'; code: string; description?: string } | null;
}

const handshakeBytes = 1_536;
const chunkBytes = 128;

/** The far end of a player: an RTMP server of a test, which answers as servers do and plays what it is given. */
export class RtmpPlayServer {
  /** All commands of the player, and the types of its other messages. */
  readonly commands: Amf0Value[][] = [];
  readonly others: RtmpMessage[] = [];
  readonly #options: RtmpPlayServerOptions;
  readonly #chunks = new ChunkReader({ maxMessageBytes: 100_000, maxChunkStreams: 16 });
  #handshake: Buffer | null = Buffer.alloc(0);

  constructor(options: RtmpPlayServerOptions) {
    this.#options = options;
  }

  addBytes(bytes: Buffer): void {
    let rest = bytes;
    if (this.#handshake) {
      const before = this.#handshake.length;
      const data = Buffer.concat([this.#handshake, bytes]);
      this.#handshake = data;
      const first = 1 + handshakeBytes;
      if (before < first && data.length >= first) {
        this.#options.send(Buffer.concat([Buffer.from([3]), Buffer.alloc(handshakeBytes), data.subarray(1, first)]));
      }
      if (data.length < first + handshakeBytes) return;
      this.#handshake = null;
      rest = data.subarray(first + handshakeBytes);
    }
    for (const message of this.#chunks.addBytes(rest)) {
      if (message.type === messageType.commandAmf0) this.#onCommand(readAmf0(message.body));
      else this.others.push(message);
    }
  }

  sendMessage(type: number, body: Buffer, timestamp = 0): void {
    this.#options.send(writeMessage({ type, timestamp, streamId: 1, body }, 5, chunkBytes));
  }

  #onCommand(command: Amf0Value[]): void {
    this.commands.push(command);
    const [name, transaction = 0] = command;
    if (name === 'connect') this.#answer('_result', transaction, null, { code: 'NetConnection.Connect.Success' });
    else if (name === 'createStream') this.#answer('_result', transaction, null, 1);
    else if (name === 'play' && this.#options.status) this.#answer('onStatus', 0, null, this.#options.status);
  }

  #answer(...values: Amf0Value[]): void {
    this.sendMessage(messageType.commandAmf0, writeAmf0(values));
  }
}
