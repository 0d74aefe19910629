import type { Logger } from '@/lib/core/log';
import type { WorkerReport } from '../worker-protocol';
import { AudioTranscoder } from './audio-transcoder';
import { CameraMeter } from './camera-meter';
import { GopCache } from './gop-cache';
import { splitAnnexB } from './h264';
import { packetizeH264 } from './h264-packetizer';
import { LowLayer } from './low-layer';
import type { MediaClock } from './media-clock';
import { type AccessUnit, type ElementaryStream, MpegTsDemuxer } from './mpegts-demuxer';
import { ParameterSets } from './parameter-sets';
import type { Room } from './room';
import type { Layer } from './room-session';

/** How long the small picture is kept ready for a viewer who has come into the room and not looked yet. */
const warmMs = 5_000;

const startCode = Buffer.from([0, 0, 0, 1]);

export interface CameraOptions {
  clock: MediaClock;
  room: Room;
  log: Logger;
  onSignalChange(): void;
}

/** The way of a camera's bytes into the room: demultiplexed, pictures untouched and small, sound as Opus. */
export class Camera {
  #options: CameraOptions;
  #demuxer: MpegTsDemuxer | undefined;
  #video: ElementaryStream | undefined;
  #audio: ElementaryStream | undefined;
  #parameterSets = new ParameterSets();
  #gop = new GopCache();
  #lowLayer: LowLayer;
  #transcoder: AudioTranscoder | undefined;
  #signal: WorkerReport['signal'] = 'none';
  #connectCount = 0;
  #meter = new CameraMeter();
  #watched: Record<Layer, boolean> = { q: false, h: false };
  #warmUntilMs = 0;

  constructor(options: CameraOptions) {
    this.#options = options;
    this.#lowLayer = new LowLayer({
      log: options.log,
      onPicture: (nals, ticks) => options.room.sendVideo('q', packetizeH264(nals), ticks),
    });
  }

  get signal(): WorkerReport['signal'] {
    return this.#signal;
  }

  get connectCount(): number {
    return this.#connectCount;
  }

  /** What came since the last call, or since the camera connected. Null while none is. */
  takeSample(): WorkerReport['sample'] {
    if (this.#signal !== 'connecting' && this.#signal !== 'live') return null;
    const sample = this.#meter.take();
    return sample && { ...sample, audioDbfs: this.#transcoder?.takePeakDbfs() ?? null };
  }

  /** A camera has connected. */
  connect(): void {
    this.#connectCount++;
    this.#meter.connect();
    this.#options.clock.restart();
    this.#demuxer = new MpegTsDemuxer({
      onProgram: (streams) => this.#onProgram(streams),
      onAccessUnit: (unit) => this.#onAccessUnit(unit),
    });
    this.#setSignal('connecting');
  }

  /** Takes one SRT message. */
  push(message: Buffer): void {
    this.#meter.addBytes(message.length);
    this.#demuxer?.push(message);
  }

  /** The camera is gone. */
  disconnect(): void {
    this.#demuxer?.flush();
    this.#demuxer = undefined;
    this.#gop.clear();
    this.#setSignal('lost');
  }

  setWatched(watched: Record<Layer, boolean>): void {
    this.#watched = watched;
    this.#shiftGear();
  }

  /** Somebody came into the room: have the small picture ready before they ask. */
  warmUp(): void {
    this.#warmUntilMs = Date.now() + warmMs;
    this.#shiftGear();
    setTimeout(() => this.#shiftGear(), warmMs + 100).unref();
  }

  requestKeyframe(): void {
    this.#lowLayer.requestKeyframe();
  }

  #shiftGear(): void {
    const isWarm = this.#watched.q || Date.now() < this.#warmUntilMs;
    this.#lowLayer.setGear(isWarm, this.#watched.q, this.#gop.pictures);
  }

  #setSignal(signal: WorkerReport['signal']): void {
    if (signal === this.#signal) return;
    this.#signal = signal;
    this.#options.log.info({ signal }, 'camera: signal');
    this.#options.onSignalChange();
  }

  #onProgram(streams: ElementaryStream[]): void {
    this.#options.log.info({ streams }, 'camera: programme');
    this.#video = streams.find((stream) => stream.codec === 'h264');
    this.#audio = streams.find((stream) => stream.kind === 'audio');
    this.#transcoder?.close();
    this.#transcoder = this.#audio
      ? new AudioTranscoder(this.#audio.codec, (opus, ticks) => this.#options.room.sendAudio(opus, ticks))
      : undefined;
    this.#announce();
  }

  #onAccessUnit(unit: AccessUnit): void {
    if (unit.pid === this.#video?.pid) this.#onPicture(unit);
    else if (unit.pid === this.#audio?.pid) this.#onSound(unit);
  }

  #onPicture(unit: AccessUnit): void {
    const ticks = this.#options.clock.ticks(unit.pts);
    const { nals, isKeyframe } = this.#parameterSets.complete(splitAnnexB(unit.data));
    this.#meter.addPicture(unit, ticks, isKeyframe);
    if (isKeyframe) this.#announce();
    if (this.#watched.h) this.#options.room.sendVideo('h', packetizeH264(nals), ticks);
    this.#meter.pictureSent(ticks);
    const picture = { data: isKeyframe ? joinAnnexB(nals) : unit.data, ticks, isKeyframe };
    this.#gop.push(picture);
    this.#lowLayer.push(picture);
    if (isKeyframe) this.#setSignal('live');
  }

  #onSound(unit: AccessUnit): void {
    this.#transcoder?.push(unit.data, this.#options.clock.ticks(unit.pts));
    if (!this.#video) this.#setSignal('live');
  }

  /** Tells the room what there is to publish, as soon as that is known. */
  #announce(): void {
    const hasAudio = this.#audio !== undefined;
    if (!this.#video) {
      if (hasAudio) this.#options.room.setFormat({ video: null, hasAudio });
      return;
    }
    const parameters = this.#parameterSets.parameters;
    if (!parameters) return;
    const { width, height } = parameters;
    this.#options.room.setFormat({ video: { width, height }, hasAudio });
  }
}

function joinAnnexB(nals: Buffer[]): Buffer {
  return Buffer.concat(nals.flatMap((nal) => [startCode, nal]));
}
