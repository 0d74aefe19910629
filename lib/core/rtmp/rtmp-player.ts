import { splitAggregate } from './aggregate';
import type { Amf0Object } from './amf0';
import { messageType, type RtmpMessage } from './chunk-stream';
import { RtmpClient, type RtmpTarget } from './rtmp-client';

/* An RTMP client that plays (Adobe, "Real-Time Messaging Protocol"; Veovera, "Enhanced RTMP (V2)"). */

export interface RtmpPlayerOptions extends RtmpTarget {
  /** Maximum of one message of the server. */
  maxMessageBytes: number;
  send(bytes: Buffer): void;
  /** Takes audio and video. */
  onMedia(message: RtmpMessage): void;
  /** The server says that the stream has ended. */
  onEnd(): void;
}

/** Live where there is such a stream, else a recorded one. */
const liveFirst = -2_000;
const videoFourCcs = ['avc1', 'hvc1'];
const audioFourCcs = ['mp4a', 'Opus', '.mp3', 'ac-3', 'ec-3'];
/** FourCcInfoMask. */
const canDecode = 0x01;
const infoMap = (fourCcs: string[]): Amf0Object => Object.fromEntries(fourCcs.map((fourCc) => [fourCc, canDecode]));
/** All codecs of the classic tags (7.2.1.1), and those of enhanced ones. */
const connectFields: Amf0Object = {
  flashVer: 'LNX 9,0,124,2',
  fpad: false,
  capabilities: 15,
  audioCodecs: 0x0fff,
  videoCodecs: 0x00ff,
  videoFunction: 1,
  fourCcList: [...videoFourCcs, ...audioFourCcs],
  videoFourCcInfoMap: infoMap(videoFourCcs),
  audioFourCcInfoMap: infoMap(audioFourCcs),
};
const ends = ['NetStream.Play.UnpublishNotify', 'NetStream.Play.Stop', 'NetStream.Play.Complete'];

/** Plays one stream of a server. Pure: bytes in, bytes and media out. */
export class RtmpPlayer {
  readonly #options: RtmpPlayerOptions;
  readonly #client: RtmpClient;
  #isPlaying = false;

  constructor(options: RtmpPlayerOptions) {
    const { app, tcUrl, name, maxMessageBytes, send } = options;
    this.#options = options;
    this.#client = new RtmpClient({
      app,
      tcUrl,
      connectFields,
      maxMessageBytes,
      send,
      beforeStream: () => undefined,
      onStream: () => this.#client.begin('play', name, liveFirst),
      onStatus: (status) => this.#onStatus(status),
      onMessage: (message) => this.#onMessage(message),
    });
  }

  /** Whether the other side has said that it speaks RTMP. */
  get hasAnswered(): boolean {
    return this.#client.hasAnswered;
  }

  /** Whether the server has agreed to play. */
  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  /** Begins the handshake (5.2). */
  start(): void {
    this.#client.start();
  }

  /**
   * Takes the server's next bytes, cut anywhere.
   * @throws RtmpRefusal when the server does not play it, RtmpError when it speaks no RTMP; read no further then
   */
  addBytes(bytes: Buffer): void {
    this.#client.addBytes(bytes);
  }

  #onStatus({ code }: Amf0Object): void {
    if (code === 'NetStream.Play.Start') this.#isPlaying = true;
    else if (ends.some((end) => end === code)) this.#options.onEnd();
  }

  #onMessage(message: RtmpMessage): void {
    if (message.type === messageType.aggregate) for (const one of splitAggregate(message)) this.#onMessage(one);
    else if (message.type === messageType.audio || message.type === messageType.video) this.#options.onMedia(message);
  }
}
