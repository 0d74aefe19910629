import type { Arrival, LossCause, WorkerReport } from '@/lib/contracts/worker-protocol';
import type { AudioSource } from '@/lib/media/codecs/audio-decoder';
import type { PesPacket } from '@/lib/media/mpegts/pes-assembler';
import type { Logger } from '@/lib/platform/log';
import type { FaultLog } from '../control/fault-log';
import type { Feed } from '../feed/feed';
import type { FeedMessage, FeedSubscriber } from '../feed/feed-subscriber';
import type { AudioPacket, ProgramSubscriber, Tracks, TsProgram } from '../program/ts-program';
import type { VideoUnit } from '../program/video-track';
import { ArrivalWatch } from './arrival-watch';
import { type AudioListener, AudioWatch } from './audio/audio-watch';
import { CameraMeter } from './camera-meter';
import { PaceMeter } from './pace-meter';
import { PictureWatch } from './picture/picture-watch';
import type { MeasuredFrame } from './picture/read-luma';
import { StallWatch } from './stall-watch';

/** The monitor takes each message in place, so it is never behind. */
const inPlace = { policy: 'newest', maxQueuedBytes: 0 } as const;

export interface MonitorOptions {
  feed: Pick<Feed, 'subscribe'>;
  program: Pick<TsProgram, 'arrival' | 'excess' | 'tracks' | 'subscribe' | 'isLost'>;
  faults: FaultLog;
  log: Logger;
  /** The signal has changed, or the picture has begun to stand still. */
  onChange(): void;
}

/** Watches what a camera sends: signal, loss, what arrives instead of a picture, black, freeze, silence, and rates. */
export class Monitor implements FeedSubscriber, ProgramSubscriber {
  readonly #options: MonitorOptions;
  readonly #meter = new CameraMeter();
  readonly #arrival = new ArrivalWatch();
  readonly #pace = new PaceMeter();
  readonly #picture: PictureWatch;
  readonly #audio: AudioWatch;
  readonly #stall: StallWatch;
  #signal: WorkerReport['signal'] = 'none';
  #connectCount = 0;
  #lossCause: LossCause | null = null;
  #tracks: Tracks = { video: null, audio: null };

  constructor(options: MonitorOptions) {
    this.#options = options;
    this.#picture = new PictureWatch(options.faults, options.onChange);
    this.#audio = new AudioWatch(options.faults);
    this.#stall = new StallWatch(() => {
      if (this.#signal === 'live') this.#lose(this.#stall.hasBytesAlone ? 'no_frames' : 'silent');
    });
    options.feed.subscribe('monitor', this, inPlace);
    options.program.subscribe('monitor', this);
  }

  get signal(): WorkerReport['signal'] {
    return this.#signal;
  }

  /** How often a camera has connected since the worker started. */
  get connectCount(): number {
    return this.#connectCount;
  }

  /** Why the camera is lost, and since when; null while it is not, or if it was never live. */
  get loss(): WorkerReport['loss'] {
    const agoMs = this.#stall.frameAgeMs;
    if (this.#signal !== 'lost' || this.#lossCause === null || agoMs === null) return null;
    return { cause: this.#lossCause, agoMs };
  }

  /** Describes input that cannot be shown; null while a picture can be, and while nothing is connected. */
  get arrival(): Arrival | null {
    const { arrival, excess, tracks } = this.#options.program;
    if (!arrival) return null;
    const unsupported = arrival.taken?.map.unsupported.find(({ media }) => media === 'video');
    if (unsupported && !tracks.video) return { kind: 'unsupported_video', codec: unsupported.name };
    if (this.#signal !== 'connecting' || excess) return null;
    return this.#arrival.describe(arrival, this.#stall.frameAgeMs !== null);
  }

  /** How many times faster than real time the camera that is connected, or was last, sends. Null where it keeps time. */
  get pace(): number | null {
    return this.#pace.pace;
  }

  /** How long black, freeze and silence have lasted; null while nothing arrives that could tell. */
  get conditions(): WorkerReport['conditions'] {
    if (!this.#isSending || this.#stall.isPausing) return null;
    const { black, frozen } = this.#picture.seconds;
    const silentSeconds = this.#tracks.audio ? this.#audio.silentSeconds : null;
    return { blackSeconds: black, frozenSeconds: frozen, silentSeconds };
  }

  /** Figures since the last call, or since the camera connected. Null while none is connected. */
  readSample(): WorkerReport['sample'] {
    const sample = this.#isSending ? this.#meter.read() : null;
    const audio = this.#audio;
    return sample && Object.assign(sample, { audioDbfs: audio.readPeakDbfs(), loudness: audio.readLoudness() });
  }

  /** The format of the camera's audio; undefined before its first frame. */
  get audioSource(): AudioSource | undefined {
    return this.#audio.source;
  }

  /** Hands out the audio that is decoded here. @param name for the log */
  subscribeAudio(name: string, listener: AudioListener): void {
    this.#audio.subscribe(name, listener);
  }

  connected(): void {
    this.#connectCount++;
    this.#meter.connect();
    this.#pace.restart();
    this.#audio.restartSilence();
    this.#stall.start();
    this.#arrival.start();
    this.#setSignal('connecting');
  }

  message({ bytes }: FeedMessage): void {
    this.#meter.addBytes(bytes.length);
    this.#stall.addBytes();
    if (this.#signal === 'connecting') this.#arrival.addMessage(bytes);
  }

  missed(): void {}

  lost(): void {
    this.#stall.stop();
    this.#lose('closed');
  }

  tracksChanged(tracks: Tracks): void {
    const before = this.#tracks;
    this.#tracks = tracks;
    if (!tracks.video) this.#picture.stop();
    else if (tracks.video !== before.video) this.#picture.start(tracks.video.codec, tracks.video.maxPixels);
    if (!tracks.audio) this.#audio.stop();
    else if (tracks.audio !== before.audio) this.#audio.start(tracks.audio.codec);
  }

  packetArrived(kind: 'video' | 'audio', { dts, receivedMs }: PesPacket): void {
    if (kind === 'audio' && this.#tracks.video) return;
    this.#pace.addTimestamp(dts, receivedMs);
    const wasStalled = this.#stall.addFrame();
    if (wasStalled) this.#audio.restartSilence();
    if (kind === 'audio' || (wasStalled && this.#signal === 'lost')) this.#setSignal('live');
  }

  addVideoUnit(unit: VideoUnit): void {
    const { packet, pts, ticks, isKeyframe, facts } = unit;
    this.#meter.addAccessUnit(packet, pts, ticks, isKeyframe);
    void this.#picture.addAccessUnit(unit);
    if (isKeyframe && facts) this.#setSignal('live');
  }

  addAudioPacket(packet: AudioPacket): void {
    this.#audio.addPacket(packet);
  }

  videoDamaged(): void {
    this.#meter.frameDropped();
  }

  videoExceeded(): void {
    this.#options.log.warn({ excess: this.#options.program.excess }, 'camera: beyond the limits');
    this.#setSignal('connecting');
  }

  ended(): void {
    this.#picture.stop();
  }

  /** A frame did not reach the room. */
  frameDropped(): void {
    this.#meter.frameDropped();
  }

  /** A frame of a passed-through source layer was encoded. */
  frameBridged(): void {
    this.#meter.frameBridged();
  }

  /** An access unit has left for the room. @param ageMs since its capture; null when unknown */
  accessUnitSent(ticks: number, ageMs: number | null): void {
    this.#meter.accessUnitSent(ticks, ageMs);
  }

  /** Takes each decoded frame of the low layer. It is valid during the call. */
  addLowLayerFrame(frame: MeasuredFrame): void {
    this.#picture.addLowLayerFrame(frame);
  }

  get #isSending(): boolean {
    return this.#signal === 'connecting' || this.#signal === 'live';
  }

  /** The first cause counts: SRT gives a connection up 5 s after its camera has fallen silent. */
  #lose(cause: LossCause): void {
    if (this.#signal === 'lost') return;
    this.#lossCause = this.#signal === 'live' ? cause : null;
    this.#setSignal('lost');
  }

  #setSignal(signal: WorkerReport['signal']): void {
    if (signal === this.#signal) return;
    this.#signal = signal;
    this.#options.program.isLost = signal === 'lost';
    this.#options.log.info({ signal }, 'camera: signal');
    this.#options.onChange();
  }
}
