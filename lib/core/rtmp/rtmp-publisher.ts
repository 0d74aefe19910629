import { type Amf0Object, writeAmf0 } from './amf0';
import { messageType } from './chunk-stream';
import { RtmpClient, type RtmpTarget } from './rtmp-client';

/* An RTMP client that publishes (Adobe, "Real-Time Messaging Protocol"). */

export interface RtmpPublisherOptions extends RtmpTarget {
  send(bytes: Buffer): void;
  /** The server takes the stream. */
  onPublishing(): void;
}

/** A server sends commands alone. */
const maxMessageBytes = 256 * 1024;
const chunkStreams = { audio: 4, video: 6 } as const;
const transactions = { releaseStream: 2, announce: 3, unpublish: 6, deleteStream: 7 } as const;

/** Talks to one server, from the handshake to the end of the stream. Pure: bytes in, bytes out. */
export class RtmpPublisher {
  readonly #options: RtmpPublisherOptions;
  readonly #client: RtmpClient;
  #isPublishing = false;

  constructor(options: RtmpPublisherOptions) {
    const { app, tcUrl, name, send } = options;
    this.#options = options;
    this.#client = new RtmpClient({
      app,
      tcUrl,
      connectFields: { type: 'nonprivate', flashVer: 'FMLE/3.0 (compatible; Sightline)', swfUrl: tcUrl },
      maxMessageBytes,
      send,
      beforeStream: () => {
        this.#client.command(['releaseStream', transactions.releaseStream, null, name]);
        this.#client.command(['FCPublish', transactions.announce, null, name]);
      },
      onStream: () => this.#client.begin('publish', name, 'live'),
      onStatus: (status) => this.#onStatus(status),
    });
  }

  get isPublishing(): boolean {
    return this.#isPublishing;
  }

  /** Whether the other side has said that it speaks RTMP. */
  get hasAnswered(): boolean {
    return this.#client.hasAnswered;
  }

  /** Begins the handshake (5.2). */
  start(): void {
    this.#client.start();
  }

  /**
   * Takes the server's next bytes, cut anywhere.
   * @throws RtmpRefusal when the server does not take the stream, RtmpError when it speaks no RTMP; read no further then
   */
  addBytes(bytes: Buffer): void {
    this.#client.addBytes(bytes);
  }

  /** Sends the body of an FLV tag. @param timestamp milliseconds since the stream's begin */
  sendMedia(kind: 'audio' | 'video', timestamp: number, body: Buffer): void {
    const message = { type: messageType[kind], timestamp: timestamp >>> 0, streamId: this.#client.streamId, body };
    this.#client.sendMessage(message, chunkStreams[kind]);
  }

  /** Says what the stream is. */
  sendMetadata(metadata: Amf0Object): void {
    const body = writeAmf0(['@setDataFrame', 'onMetaData', metadata]);
    const message = { type: messageType.dataAmf0, timestamp: 0, streamId: this.#client.streamId, body };
    this.#client.sendMessage(message, chunkStreams.audio);
  }

  /** Tells the server that the stream ends. */
  unpublish(): void {
    if (!this.#isPublishing) return;
    this.#isPublishing = false;
    this.#client.command(['FCUnpublish', transactions.unpublish, null, this.#options.name]);
    this.#client.command(['deleteStream', transactions.deleteStream, null, this.#client.streamId]);
  }

  #onStatus({ code }: Amf0Object): void {
    if (code !== 'NetStream.Publish.Start' || this.#isPublishing || this.#client.streamId === 0) return;
    this.#isPublishing = true;
    this.#options.onPublishing();
  }
}
