import type { StreamMedia } from '@/lib/contracts/streams';
import type { Logger } from '@/lib/platform/log';
import { chooseVideoMode, type VideoFacts, type VideoMode } from './codecs/choose-video-mode';
import { H264Reader } from './codecs/h264-reader';
import { ProbingReader } from './codecs/probing-reader';
import type { ReadPicture, VideoReader } from './codecs/video-reader';
import type { MediaClock } from './media-clock';
import type { AccessUnit, VideoCodec } from './mpegts/mpegts-demuxer';
import { packetizeH264 } from './publish/h264-packetizer';
import type { CameraMeter } from './stats/camera-meter';
import { GopCache } from './transcode/gop-cache';
import { type Layer, layerFormats, type Size } from './transcode/layer-format';
import { type TranscoderInput, VideoTranscoder } from './transcode/video-transcoder';

/** How long the small picture is kept ready for a viewer who has come into the room and not looked yet. */
const warmMs = 5_000;
const timestampWrap = 2 ** 33;
/** Between two pictures of one PES packet, until there was another one to tell. */
const usualStepTicks = 3_000;
const maxStepTicks = 90_000;

export interface CameraVideoOptions {
  clock: MediaClock;
  room: { sendVideo(layer: Layer, payloads: Buffer[], ticks: number): void };
  meter: CameraMeter;
  log: Logger;
  /** A decoder can start now, and {@link CameraVideo.size} is known. */
  onKeyframe(): void;
}

/** What is reported of the picture. */
export type VideoMedia = Pick<StreamMedia, 'video' | 'mode' | 'reason'>;

/** The way of a camera's pictures into the room: the full one passthrough or, where it must be, transcoded; the small one. */
export class CameraVideo {
  #options: CameraVideoOptions;
  #codec: VideoCodec = 'h264';
  #reader: VideoReader = new H264Reader();
  #facts: VideoFacts | null = null;
  #mode: VideoMode = { mode: 'passthrough', reason: null };
  #media: VideoMedia | null = null;
  #gop = new GopCache();
  #transcoder: VideoTranscoder;
  #transcoderInput: TranscoderInput | undefined;
  #watched: Record<Layer, boolean> = { q: false, h: false };
  #warmUntilMs = 0;
  #lastUnit: { dts: number; pictureCount: number } | undefined;
  #stepTicks = usualStepTicks;

  constructor(options: CameraVideoOptions) {
    this.#options = options;
    this.#transcoder = new VideoTranscoder({
      log: options.log,
      onPicture: (layer, nals, ticks) => {
        options.room.sendVideo(layer, packetizeH264(nals), ticks);
        options.meter.pictureSent(ticks);
      },
      onGivenUp: () => {
        if (this.#isTranscoded) options.meter.pictureGivenUp();
      },
    });
  }

  /** Null until enough was seen to say. */
  get media(): VideoMedia | null {
    return this.#media;
  }

  /** Of the full picture in the room; null before the first keyframe. */
  get size(): Size | null {
    if (!this.#facts) return null;
    const { width, height, pixelAspect } = this.#facts;
    if (!this.#isTranscoded) return { width, height };
    return layerFormats.h.sizeFor({ width: Math.round(width * pixelAspect), height });
  }

  /** An encoder begins to send pictures. */
  start(codec: VideoCodec): void {
    this.#codec = codec;
    this.#reader = codec === 'h264' ? new H264Reader() : new ProbingReader(codec);
    this.#facts = null;
    this.#lastUnit = undefined;
    this.#gop.clear();
  }

  /** There are no more. */
  stop(): void {
    this.#gop.clear();
  }

  /** Takes the next PES packet. */
  push(unit: AccessUnit): void {
    const pictures = this.#reader.read(unit.data);
    this.#measureStep(unit, pictures.length);
    const firstPlace = pictures[0]?.place;
    for (const [index, picture] of pictures.entries()) {
      // The stamp is that of the first (ISO/IEC 13818-1, 2.4.3.7); one that comes later may be shown before it.
      const behind = firstPlace === undefined || picture.place === undefined ? index : picture.place - firstPlace;
      const pts = (unit.pts + behind * this.#stepTicks + timestampWrap) % timestampWrap;
      this.#onPicture(unit, pts, picture, pictures.length - 1 - index);
    }
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

  /** The camera itself cannot be asked for one: where the layer is passthrough, nothing happens. */
  requestKeyframe(layer: Layer): void {
    this.#transcoder.requestKeyframe(layer);
  }

  get #isTranscoded(): boolean {
    return this.#mode.mode === 'transcoded';
  }

  #onPicture(unit: AccessUnit, pts: number, { data, nals, isKeyframe }: ReadPicture, companions: number): void {
    const { clock, meter, room } = this.#options;
    const ticks = clock.ticks(pts);
    meter.addPicture({ ...unit, pts }, ticks, isKeyframe);
    this.#choose(isKeyframe);
    if (!this.#isTranscoded) {
      if (this.#watched.h) room.sendVideo('h', packetizeH264(nals), ticks);
      meter.pictureSent(ticks);
    }
    const picture = { data, ticks, isKeyframe, companions };
    this.#gop.push(picture);
    this.#transcoder.push(picture);
    if (isKeyframe && this.#facts) this.#options.onKeyframe();
  }

  /** From transcoded to passthrough it goes at a keyframe only; the other way at once, for a browser is shown nonsense. */
  #choose(isKeyframe: boolean): void {
    const { facts, isSettled } = this.#reader;
    if (!facts) return;
    if (facts !== this.#facts) {
      const mode = chooseVideoMode(facts);
      if (mode.mode === 'passthrough' && !isKeyframe) return;
      this.#facts = facts;
      this.#mode = mode;
      this.#shiftGear();
      this.#setInput({ codec: this.#codec, isReordered: facts.hasBFrames, isWhole: this.#isTranscoded }, isKeyframe);
    }
    if (!isSettled) return;
    const { codec, profile, width, height } = facts;
    this.#media = { video: { codec, profile, width, height }, ...this.#mode };
  }

  #setInput(input: TranscoderInput, isKeyframe: boolean): void {
    const known = this.#transcoderInput;
    const isSame =
      known?.codec === input.codec && known.isReordered === input.isReordered && known.isWhole === input.isWhole;
    if (isSame) return;
    this.#transcoderInput = input;
    this.#transcoder.setInput(input, isKeyframe ? [] : this.#gop.pictures);
  }

  #shiftGear(): void {
    const wanted = { q: this.#watched.q, h: this.#watched.h && this.#isTranscoded };
    const isWarm = wanted.q || wanted.h || Date.now() < this.#warmUntilMs;
    this.#transcoder.setGear(isWarm, wanted, this.#gop.pictures);
  }

  #measureStep({ dts }: AccessUnit, pictureCount: number): void {
    if (this.#lastUnit) {
      const step = ((dts - this.#lastUnit.dts + timestampWrap) % timestampWrap) / this.#lastUnit.pictureCount;
      if (step > 0 && step <= maxStepTicks) this.#stepTicks = Math.round(step);
    }
    this.#lastUnit = pictureCount > 0 ? { dts, pictureCount } : undefined;
  }
}
