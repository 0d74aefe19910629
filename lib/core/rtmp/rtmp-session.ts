import { splitAggregate } from './aggregate';
import { type Amf0Object, type Amf0Value, isAmf0Object, readAmf0, writeAmf0 } from './amf0';
import { ChunkReader, messageType, type RtmpMessage, writeMessage } from './chunk-stream';
import { RtmpError } from './rtmp-error';

/* An RTMP server for encoders (Adobe, "Real-Time Messaging Protocol"; Veovera, "Enhanced RTMP (V2)"). */

/** An encoder's request to publish. */
export interface RtmpPublish {
  /** The application of `connect`, which some encoders fill with the whole path. */
  app: string;
  /** The address of `connect` as its user has entered it. */
  tcUrl: string;
  /** The stream's name of `publish`, with its query. */
  name: string;
  /** Whether the encoder connects elsewhere when it is asked to (enhanced RTMP, `NetConnection.Connect.ReconnectRequest`). */
  canReconnect: boolean;
}

export interface RtmpSessionOptions {
  /** Maximum of one message of the encoder. */
  maxMessageBytes: number;
  send(bytes: Buffer): void;
  /** The encoder wants to publish, and waits for {@link RtmpSession.accept} or {@link RtmpSession.refuse}. */
  onPublish(publish: RtmpPublish): void;
  /** Audio, video and metadata of the publishing encoder. */
  onMedia(message: RtmpMessage): void;
  /** The encoder ends its stream, and may keep the connection. */
  onUnpublish(): void;
}

const handshakeBytes = 1_536;
const version = 3;
/** The first byte of TLS. */
const tlsHandshake = 0x16;

/** Commands, video and audio, metadata, control: few encoders use more than five. */
const maxChunkStreams = 64;
/** Chunks of this server. ffmpeg takes over this size, which saves both sides work. */
const chunkBytes = 65_536;
const initialChunkBytes = 128;
const windowBytes = 2_500_000;
const dynamicLimit = 2;
const controlChunkStream = 2;
const commandChunkStream = 3;
const mediaStreamId = 1;

/** Codecs that are taken in FLV's enhanced tags. */
const videoFourCcs = ['avc1', 'hvc1'];
const audioFourCcs = ['Opus', 'mp4a', '.mp3', 'ac-3', 'ec-3'];
/** FourCcInfoMask: the server can forward these. */
const canForward = 0x04;
/** CapsExMask. */
const caps = { reconnect: 0x01, multitrack: 0x02, modEx: 0x04, timestampNanoOffset: 0x08 } as const;

const infoMap = (fourCcs: string[]): Amf0Object => Object.fromEntries(fourCcs.map((fourCc) => [fourCc, canForward]));
const enhanced: Amf0Object = {
  fourCcList: [...videoFourCcs, ...audioFourCcs],
  videoFourCcInfoMap: infoMap(videoFourCcs),
  audioFourCcInfoMap: infoMap(audioFourCcs),
  capsEx: caps.reconnect | caps.multitrack | caps.modEx | caps.timestampNanoOffset,
};

/**
 * Talks to one encoder, from its handshake to the end of its stream. Pure: bytes in, bytes out. The encoder's bytes alone
 * decide the answers: a second session that reads the same bytes can replace the first.
 */
export class RtmpSession {
  readonly #options: RtmpSessionOptions;
  readonly #chunks: ChunkReader;
  #handshake: Buffer | null = Buffer.alloc(0);
  #hasAnsweredHandshake = false;
  #state: 'new' | 'connected' | 'asking' | 'publishing' = 'new';
  #connect = { app: '', tcUrl: '', canReconnect: false };
  #outChunkBytes = initialChunkBytes;
  #window = windowBytes;
  #receivedBytes = 0;
  #acknowledgedBytes = 0;
  #streamId = mediaStreamId;

  constructor(options: RtmpSessionOptions) {
    this.#options = options;
    this.#chunks = new ChunkReader({ maxMessageBytes: options.maxMessageBytes, maxChunkStreams });
  }

  get isPublishing(): boolean {
    return this.#state === 'publishing';
  }

  /**
   * Takes the encoder's next bytes, cut anywhere.
   * @throws RtmpError when it speaks no RTMP, or wants anything but to publish; read no further then
   */
  addBytes(bytes: Buffer): void {
    this.#receivedBytes += bytes.length;
    const rest = this.#handshake ? this.#readHandshake(this.#handshake, bytes) : bytes;
    if (!rest) return;
    for (const message of this.#chunks.addBytes(rest)) this.#onMessage(message);
    this.#acknowledge();
  }

  /** Lets the encoder publish. */
  accept(): void {
    if (this.#state !== 'asking') return;
    this.#state = 'publishing';
    this.#status('status', 'NetStream.Publish.Start', 'Publishing.');
  }

  /** Tells the encoder why it may not publish. @param description a sentence for its user */
  refuse(description: string): void {
    if (this.#state === 'asking') this.#status('error', 'NetStream.Publish.BadName', description);
  }

  /** Asks the publishing encoder to connect again, to the address that it has. */
  requestReconnect(): void {
    if (!this.#connect.canReconnect) return;
    this.#send(messageType.commandAmf0, [
      'onStatus',
      0,
      null,
      {
        level: 'status',
        code: 'NetConnection.Connect.ReconnectRequest',
        description: 'The server is about to restart.',
      },
    ]);
  }

  /** C0, C1 and C2 (5.2). @returns what follows them; null while they are not whole */
  #readHandshake(before: Buffer, bytes: Buffer): Buffer | null {
    const data = Buffer.concat([before, bytes]);
    const [first] = data;
    if (first === tlsHandshake) throw new RtmpError('the caller speaks TLS, as for rtmps://');
    if (first !== undefined && first !== version) throw new RtmpError(`RTMP of version ${first}`);
    if (data.length >= 1 + handshakeBytes && !this.#hasAnsweredHandshake) {
      this.#hasAnsweredHandshake = true;
      const own = Buffer.alloc(handshakeBytes);
      this.#options.send(Buffer.concat([Buffer.from([version]), own, data.subarray(1, 1 + handshakeBytes)]));
    }
    const isWhole = data.length >= 1 + 2 * handshakeBytes;
    this.#handshake = isWhole ? null : data;
    return isWhole ? data.subarray(1 + 2 * handshakeBytes) : null;
  }

  #onMessage(message: RtmpMessage): void {
    const { type, body } = message;
    switch (type) {
      case messageType.windowSize:
        if (body.length >= 4) this.#window = Math.max(1_024, Math.min(body.readUInt32BE(0), windowBytes));
        break;
      case messageType.commandAmf0:
        this.#onCommand(readAmf0(body), message.streamId);
        break;
      case messageType.commandAmf3:
        // A byte for the format comes first, and the values are AMF0 all the same.
        this.#onCommand(readAmf0(body.subarray(1)), message.streamId);
        break;
      case messageType.audio:
      case messageType.video:
      case messageType.dataAmf0:
        if (this.#state === 'publishing') this.#options.onMedia(message);
        break;
      case messageType.aggregate:
        if (this.#state === 'publishing') for (const one of splitAggregate(message)) this.#options.onMedia(one);
    }
  }

  #onCommand([name, transaction, object, argument]: Amf0Value[], streamId: number): void {
    const id = typeof transaction === 'number' ? transaction : 0;
    const answer = (...values: Amf0Value[]) => this.#send(messageType.commandAmf0, ['_result', id, ...values]);
    switch (name) {
      case 'connect':
        this.#onConnect(object, answer);
        break;
      case 'createStream':
        answer(null, mediaStreamId);
        break;
      case 'FCPublish':
        this.#send(messageType.commandAmf0, [
          'onFCPublish',
          0,
          null,
          statusOf('status', 'NetStream.Publish.Start', ''),
        ]);
        answer(null, undefined);
        break;
      case 'publish':
        this.#onPublish(argument, streamId);
        break;
      case 'FCUnpublish':
      case 'closeStream':
      case 'deleteStream':
        if (this.#state === 'publishing') this.#options.onUnpublish();
        break;
      case 'play':
        throw new RtmpError('the caller wants to play');
      default:
        // releaseStream, _checkbw, getStreamLength: some encoders wait for an answer.
        if (id !== 0) answer(null, undefined);
    }
  }

  #onConnect(object: Amf0Value, answer: (...values: Amf0Value[]) => void): void {
    if (this.#state !== 'new' || !isAmf0Object(object)) throw new RtmpError('a misplaced connect');
    const { app, tcUrl, capsEx } = object;
    const canReconnect = typeof capsEx === 'number' && (capsEx & caps.reconnect) !== 0;
    this.#connect = { app: textOf(app), tcUrl: textOf(tcUrl), canReconnect };
    this.#state = 'connected';
    this.#control(messageType.windowSize, windowBytes);
    this.#control(messageType.peerBandwidth, windowBytes, dynamicLimit);
    this.#control(messageType.setChunkSize, chunkBytes);
    this.#outChunkBytes = chunkBytes;
    const status = statusOf('status', 'NetConnection.Connect.Success', 'Connected.');
    answer(
      Object.assign({ fmsVer: 'FMS/3,0,1,123', capabilities: 31 }, enhanced),
      Object.assign(status, { objectEncoding: 0 }, enhanced),
    );
  }

  #onPublish(name: Amf0Value, streamId: number): void {
    if (this.#state !== 'connected') throw new RtmpError('a misplaced publish');
    this.#state = 'asking';
    this.#streamId = streamId;
    this.#options.onPublish({ ...this.#connect, name: textOf(name) });
  }

  #status(level: 'status' | 'error', code: string, description: string): void {
    const values = ['onStatus', 0, null, statusOf(level, code, description)];
    this.#send(messageType.commandAmf0, values, this.#streamId);
  }

  #send(type: number, values: Amf0Value[], streamId = 0): void {
    const message = { type, timestamp: 0, streamId, body: writeAmf0(values) };
    this.#options.send(writeMessage(message, commandChunkStream, this.#outChunkBytes));
  }

  /** @param limit of the peer's bandwidth */
  #control(type: number, value: number, limit?: number): void {
    const body = Buffer.alloc(limit === undefined ? 4 : 5);
    body.writeUInt32BE(value >>> 0);
    if (limit !== undefined) body.writeUInt8(limit, 4);
    const message = { type, timestamp: 0, streamId: 0, body };
    this.#options.send(writeMessage(message, controlChunkStream, this.#outChunkBytes));
  }

  /** 5.4.3: some encoders stop sending without acknowledgements. */
  #acknowledge(): void {
    if (this.#state !== 'publishing' || this.#receivedBytes - this.#acknowledgedBytes < this.#window) return;
    this.#acknowledgedBytes = this.#receivedBytes;
    this.#control(messageType.acknowledgement, this.#receivedBytes % 2 ** 32);
  }
}

const textOf = (value: Amf0Value): string => (typeof value === 'string' ? value : '');

const statusOf = (level: string, code: string, description: string): Amf0Object => ({ level, code, description });
