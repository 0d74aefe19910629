import { type Amf0Object, type Amf0Value, isAmf0Object, readAmf0, writeAmf0 } from './amf0';
import { ChunkReader, messageType, type RtmpMessage, writeMessage } from './chunk-stream';
import { RtmpError } from './rtmp-error';

/* An RTMP client, up to its stream (Adobe, "Real-Time Messaging Protocol"). */

/** The server refuses the stream. Its message is the server's own. */
export class RtmpRefusal extends RtmpError {
  override name = 'RtmpRefusal';
  /** The server's code, such as NetStream.Play.StreamNotFound; empty without one. */
  readonly code: string;

  constructor(message: string, code = '') {
    super(message);
    this.code = code;
  }
}

/** The address of a stream, in RTMP's parts. */
export interface RtmpTarget {
  /** The application of `connect`, with its query. */
  app: string;
  /** The address of `connect`, without the stream's name. */
  tcUrl: string;
  /** The stream's name: the key, as the user has entered it. */
  name: string;
}

export interface RtmpClientOptions extends Pick<RtmpTarget, 'app' | 'tcUrl'> {
  /** Further fields of `connect`. */
  connectFields: Amf0Object;
  /** Maximum of one message of the server. */
  maxMessageBytes: number;
  send(bytes: Buffer): void;
  /** Sends what comes before `createStream`. */
  beforeStream(): void;
  /** The server has a stream for it: sends `publish` or `play`. */
  onStream(streamId: number): void;
  /** The server's word on the stream; errors are thrown instead. */
  onStatus(status: Amf0Object): void;
  /** Takes the messages that are neither commands nor of the connection itself. */
  onMessage?(message: RtmpMessage): void;
}

const version = 3;
const handshakeBytes = 1_536;
const maxChunkStreams = 64;
/** As OBS: some servers refuse larger ones. */
const chunkBytes = 4_096;
const initialChunkBytes = 128;
/** A server that names none hears from its client as often. */
const usualWindowBytes = 2_500_000;
const minWindowBytes = 1_024;
const chunkStreams = { control: 2, command: 3 } as const;
const transactions = { connect: 1, createStream: 4, stream: 5 } as const;
const control = { pingRequest: 6, pingResponse: 7 } as const;

/** Talks to one server, from the handshake to the stream. Pure: bytes in, bytes out. */
export class RtmpClient {
  readonly #options: RtmpClientOptions;
  readonly #chunks: ChunkReader;
  #handshake: Buffer | null = Buffer.alloc(0);
  #hasAnsweredHandshake = false;
  #outChunkBytes = initialChunkBytes;
  #window = usualWindowBytes;
  #receivedBytes = 0;
  #acknowledgedBytes = 0;
  #streamId = 0;

  constructor(options: RtmpClientOptions) {
    this.#options = options;
    this.#chunks = new ChunkReader({ maxMessageBytes: options.maxMessageBytes, maxChunkStreams });
  }

  /** Whether the other side has said that it speaks RTMP. */
  get hasAnswered(): boolean {
    return this.#handshake === null;
  }

  /** The server's number of the stream; 0 before there is one. */
  get streamId(): number {
    return this.#streamId;
  }

  /** Begins the handshake (5.2). */
  start(): void {
    this.#options.send(Buffer.concat([Buffer.from([version]), Buffer.alloc(handshakeBytes)]));
  }

  /**
   * Takes the server's next bytes, cut anywhere.
   * @throws RtmpRefusal when the server refuses the stream, RtmpError when it speaks no RTMP; read no further then
   */
  addBytes(bytes: Buffer): void {
    this.#receivedBytes += bytes.length;
    const rest = this.#handshake ? this.#readHandshake(this.#handshake, bytes) : bytes;
    if (!rest) return;
    for (const message of this.#chunks.addBytes(rest)) this.#onMessage(message);
    this.#acknowledge();
  }

  /** Sends a message of the stream. */
  sendMessage(message: RtmpMessage, chunkStreamId: number): void {
    this.#options.send(writeMessage(message, chunkStreamId, this.#outChunkBytes));
  }

  /** Sends a command of the connection, or of the stream by its number. The stream's own one is `publish` or `play`. */
  command(values: Amf0Value[], streamId = 0): void {
    const message = { type: messageType.commandAmf0, timestamp: 0, streamId, body: writeAmf0(values) };
    this.sendMessage(message, chunkStreams.command);
  }

  /** Sends the stream's own command, whose error is a refusal. */
  begin(name: 'publish' | 'play', ...values: Amf0Value[]): void {
    this.command([name, transactions.stream, null, ...values], this.#streamId);
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
    const { app, tcUrl, connectFields } = this.#options;
    this.#control(messageType.setChunkSize, chunkBytes);
    this.#outChunkBytes = chunkBytes;
    this.command(['connect', transactions.connect, Object.assign({ app, tcUrl }, connectFields)]);
  }

  #onMessage(message: RtmpMessage): void {
    const { type, body } = message;
    if (type === messageType.commandAmf0) this.#onCommand(readAmf0(body));
    else if (type === messageType.commandAmf3) this.#onCommand(readAmf0(body.subarray(1)));
    else if (type === messageType.userControl) this.#onControl(body);
    else if (type === messageType.windowSize) {
      if (body.length >= 4) this.#window = Math.max(minWindowBytes, Math.min(body.readUInt32BE(0), usualWindowBytes));
    } else this.#options.onMessage?.(message);
  }

  #onCommand([name, transaction, , argument]: Amf0Value[]): void {
    const isError = name === '_error';
    if (name === '_result' || isError) {
      if (transaction === transactions.connect) {
        if (isError) throw refusalOf(argument);
        this.#options.beforeStream();
        this.command(['createStream', transactions.createStream, null]);
      } else if (transaction === transactions.createStream) {
        if (isError || typeof argument !== 'number') throw refusalOf(argument);
        this.#streamId = argument;
        this.#options.onStream(argument);
      } else if (transaction === transactions.stream && isError) {
        throw refusalOf(argument);
      }
    } else if (name === 'onStatus' && isAmf0Object(argument)) {
      if (argument.level === 'error') throw refusalOf(argument);
      this.#options.onStatus(argument);
    } else if (name === 'close') {
      throw refusalOf(argument);
    }
  }

  /** 7.1.7: some servers end silent clients that do not answer. */
  #onControl(body: Buffer): void {
    if (body.length < 6 || body.readUInt16BE(0) !== control.pingRequest) return;
    const answer = Buffer.from(body.subarray(0, 6));
    answer.writeUInt16BE(control.pingResponse);
    const message = { type: messageType.userControl, timestamp: 0, streamId: 0, body: answer };
    this.sendMessage(message, chunkStreams.control);
  }

  /** 5.4.3: some servers stop sending without acknowledgements. */
  #acknowledge(): void {
    if (this.#receivedBytes - this.#acknowledgedBytes < this.#window / 2) return;
    this.#acknowledgedBytes = this.#receivedBytes;
    this.#control(messageType.acknowledgement, this.#receivedBytes % 2 ** 32);
  }

  #control(type: number, value: number): void {
    const body = Buffer.alloc(4);
    body.writeUInt32BE(value);
    this.sendMessage({ type, timestamp: 0, streamId: 0, body }, chunkStreams.control);
  }
}

function refusalOf(argument: Amf0Value): RtmpRefusal {
  const { description, code } = isAmf0Object(argument) ? argument : {};
  const said = [description, code].find((text) => typeof text === 'string' && text !== '');
  return new RtmpRefusal(typeof said === 'string' ? said : '', typeof code === 'string' ? code : '');
}
