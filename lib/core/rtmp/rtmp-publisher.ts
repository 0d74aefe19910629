import { type Amf0Object, type Amf0Value, isAmf0Object, readAmf0, writeAmf0 } from './amf0';
import { ChunkReader, messageType, writeMessage } from './chunk-stream';
import { RtmpError } from './rtmp-error';

/* An RTMP client that publishes (Adobe, "Real-Time Messaging Protocol"). */

/** The server does not take the stream. Its message is the server's own. */
export class RtmpRefusal extends RtmpError {
  override name = 'RtmpRefusal';
}

export interface RtmpPublisherOptions {
  /** The application of `connect`, with its query. */
  app: string;
  /** The address of `connect`, without the stream's name. */
  tcUrl: string;
  /** The stream's name of `publish`: the key, as the user has entered it. */
  name: string;
  send(bytes: Buffer): void;
  /** The server takes the stream. */
  onPublishing(): void;
}

const version = 3;
const handshakeBytes = 1_536;
/** A server sends commands alone. */
const maxMessageBytes = 256 * 1024;
const maxChunkStreams = 64;
/** As OBS: some servers refuse larger ones. */
const chunkBytes = 4_096;
const initialChunkBytes = 128;
const chunkStreams = { control: 2, command: 3, audio: 4, video: 6 } as const;
const transactions = { connect: 1, createStream: 4, publish: 5 } as const;
const pingRequest = 6;
const pingResponse = 7;

/** Talks to one server, from the handshake to the end of the stream. Pure: bytes in, bytes out. */
export class RtmpPublisher {
  readonly #options: RtmpPublisherOptions;
  readonly #chunks = new ChunkReader({ maxMessageBytes, maxChunkStreams });
  #handshake: Buffer | null = Buffer.alloc(0);
  #hasAnsweredHandshake = false;
  #outChunkBytes = initialChunkBytes;
  #streamId = 0;
  #isPublishing = false;

  constructor(options: RtmpPublisherOptions) {
    this.#options = options;
  }

  get isPublishing(): boolean {
    return this.#isPublishing;
  }

  /** Whether the other side has said that it speaks RTMP. */
  get hasAnswered(): boolean {
    return this.#handshake === null;
  }

  /** Begins the handshake (5.2). */
  start(): void {
    this.#options.send(Buffer.concat([Buffer.from([version]), Buffer.alloc(handshakeBytes)]));
  }

  /**
   * Takes the server's next bytes, cut anywhere.
   * @throws RtmpRefusal when the server does not take the stream, RtmpError when it speaks no RTMP; read no further then
   */
  addBytes(bytes: Buffer): void {
    const rest = this.#handshake ? this.#readHandshake(this.#handshake, bytes) : bytes;
    if (!rest) return;
    for (const { type, body } of this.#chunks.addBytes(rest)) {
      if (type === messageType.commandAmf0) this.#onCommand(readAmf0(body));
      else if (type === messageType.commandAmf3) this.#onCommand(readAmf0(body.subarray(1)));
      else if (type === messageType.userControl) this.#onControl(body);
    }
  }

  /** Sends the body of an FLV tag. @param timestamp milliseconds since the stream's begin */
  sendMedia(kind: 'audio' | 'video', timestamp: number, body: Buffer): void {
    const message = { type: messageType[kind], timestamp: timestamp >>> 0, streamId: this.#streamId, body };
    this.#options.send(writeMessage(message, chunkStreams[kind], this.#outChunkBytes));
  }

  /** Says what the stream is. */
  sendMetadata(metadata: Amf0Object): void {
    const body = writeAmf0(['@setDataFrame', 'onMetaData', metadata]);
    const message = { type: messageType.dataAmf0, timestamp: 0, streamId: this.#streamId, body };
    this.#options.send(writeMessage(message, chunkStreams.audio, this.#outChunkBytes));
  }

  /** Tells the server that the stream ends. */
  unpublish(): void {
    if (!this.#isPublishing) return;
    this.#isPublishing = false;
    this.#command(['FCUnpublish', transactions.publish + 1, null, this.#options.name]);
    this.#command(['deleteStream', transactions.publish + 2, null, this.#streamId]);
  }

  /** S0, S1 and S2 (5.2). @returns what follows them; null while they are not whole */
  #readHandshake(before: Buffer, bytes: Buffer): Buffer | null {
    const data = Buffer.concat([before, bytes]);
    if (data.length > 0 && data[0] !== version) throw new RtmpError('the server speaks no RTMP');
    if (data.length >= 1 + handshakeBytes && !this.#hasAnsweredHandshake) {
      this.#hasAnsweredHandshake = true;
      this.#options.send(data.subarray(1, 1 + handshakeBytes));
    }
    const isWhole = data.length >= 1 + 2 * handshakeBytes;
    this.#handshake = isWhole ? null : data;
    if (!isWhole) return null;
    this.#connect();
    return data.subarray(1 + 2 * handshakeBytes);
  }

  #connect(): void {
    const { app, tcUrl } = this.#options;
    const size = Buffer.alloc(4);
    size.writeUInt32BE(chunkBytes);
    const setSize = { type: messageType.setChunkSize, timestamp: 0, streamId: 0, body: size };
    this.#options.send(writeMessage(setSize, chunkStreams.control, this.#outChunkBytes));
    this.#outChunkBytes = chunkBytes;
    const asked = { app, type: 'nonprivate', flashVer: 'FMLE/3.0 (compatible; Sightline)', swfUrl: tcUrl, tcUrl };
    this.#command(['connect', transactions.connect, asked]);
  }

  #onCommand([name, transaction, , argument]: Amf0Value[]): void {
    const isError = name === '_error';
    if (name === '_result' || isError) {
      if (transaction === transactions.connect) {
        if (isError) throw refusalOf(argument);
        this.#createStream();
      } else if (transaction === transactions.createStream) {
        if (isError || typeof argument !== 'number') throw refusalOf(argument);
        this.#publish(argument);
      } else if (transaction === transactions.publish && isError) {
        throw refusalOf(argument);
      }
    } else if (name === 'onStatus' && isAmf0Object(argument)) {
      this.#onStatus(argument);
    } else if (name === 'close') {
      throw refusalOf(argument);
    }
  }

  #createStream(): void {
    const { name } = this.#options;
    this.#command(['releaseStream', 2, null, name]);
    this.#command(['FCPublish', 3, null, name]);
    this.#command(['createStream', transactions.createStream, null]);
  }

  #publish(streamId: number): void {
    this.#streamId = streamId;
    this.#command(['publish', transactions.publish, null, this.#options.name, 'live'], streamId);
  }

  #onStatus(status: Amf0Object): void {
    if (status.level === 'error') throw refusalOf(status);
    if (status.code !== 'NetStream.Publish.Start' || this.#isPublishing || this.#streamId === 0) return;
    this.#isPublishing = true;
    this.#options.onPublishing();
  }

  /** 7.1.7: some servers end silent clients that do not answer. */
  #onControl(body: Buffer): void {
    if (body.length < 6 || body.readUInt16BE(0) !== pingRequest) return;
    const answer = Buffer.from(body.subarray(0, 6));
    answer.writeUInt16BE(pingResponse);
    const message = { type: messageType.userControl, timestamp: 0, streamId: 0, body: answer };
    this.#options.send(writeMessage(message, chunkStreams.control, this.#outChunkBytes));
  }

  #command(values: Amf0Value[], streamId = 0): void {
    const message = { type: messageType.commandAmf0, timestamp: 0, streamId, body: writeAmf0(values) };
    this.#options.send(writeMessage(message, chunkStreams.command, this.#outChunkBytes));
  }
}

function refusalOf(argument: Amf0Value): RtmpRefusal {
  const { description, code } = isAmf0Object(argument) ? argument : {};
  const said = [description, code].find((text) => typeof text === 'string' && text !== '');
  return new RtmpRefusal(typeof said === 'string' ? said : '');
}
