import { isDeepStrictEqual } from 'node:util';
import type { StreamMedia } from '@/lib/contracts/streams';
import type { CameraLimits, Excess } from '@/lib/contracts/worker-protocol';
import { addTicks, ticksBetween } from '@/lib/core/timestamp33';
import type { FaultLog } from '../../control/fault-log';
import { RateLimit } from '../../control/rate-limit';
import { RestartPause } from '../../control/restart-pause';
import { chooseVideoMode, type VideoFacts, type VideoMode } from '../../media/codecs/choose-video-mode';
import type { VideoCodec } from '../../media/codecs/codec-names';
import { H264Reader } from '../../media/codecs/h264-reader';
import { ParameterLimits } from '../../media/codecs/parameter-limits';
import { ProbingReader } from '../../media/codecs/probing-reader';
import type { Size } from '../../media/codecs/size';
import type { AccessUnit, VideoReader } from '../../media/codecs/video-reader';
import { canBridge, type Layer, type LayerFormat, layerFormats } from '../../media/layer-format';
import type { MediaClock } from '../../media/media-clock';
import type { PesPacket } from '../../media/mpegts/pes-assembler';
import type { CameraMeter } from '../../monitor/camera-meter';
import { PictureWatch } from '../../monitor/picture/picture-watch';
import { packetizeH264 } from './publish/h264-packetizer';
import type { Rooms } from './publish/rooms';
import type { BridgeSlots } from './transcode/bridge-slots';
import { GopCache } from './transcode/gop-cache';
import { SourceBridge } from './transcode/source-bridge';
import { type TranscoderInput, VideoTranscoder } from './transcode/video-transcoder';

/** How long the low layer is kept ready for a viewer who has come into the room and not looked yet. */
const warmMs = 5_000;
/** Between two access units of one PES packet, until another step was seen. */
const usualStepTicks = 3_000;
const maxStepTicks = 90_000;

export interface CameraVideoOptions {
  clock: MediaClock;
  room: Pick<Rooms, 'sendVideo' | 'announceKeyframe'>;
  meter: CameraMeter;
  limits: CameraLimits;
  faults: FaultLog;
  /** The places of its {@link SourceBridge}. */
  bridgeSlots: Pick<BridgeSlots, 'take' | 'release'>;
  /** A decoder can start now, and {@link CameraVideo.size} is known. */
  onKeyframe(): void;
  /** From now on nothing is shown; see {@link CameraVideo.excess}. */
  onExcess(): void;
  /** The picture has begun to count as standing still. */
  onStill(): void;
}

/** What is reported of the video. */
export type VideoMedia = Pick<StreamMedia, 'video' | 'mode' | 'reason'>;

/**
 * The way of a camera's video into the room: the source layer passthrough or, where it must be, transcoded; the low layer
 * always encoded here. What fails in it is given up alone; nothing else notices.
 */
export class CameraVideo {
  #options: CameraVideoOptions;
  #codec: VideoCodec = 'h264';
  #parameterLimits: ParameterLimits;
  #reader: VideoReader;
  #frameRate: RateLimit;
  #excess: Excess | null = null;
  /** What came before was left out. */
  #needsKeyframe = false;
  /** Between two changes of mode, each of which starts a decoder anew. */
  #modePause = new RestartPause();
  #facts: VideoFacts | null = null;
  #mode: VideoMode = { mode: 'passthrough', reason: null };
  #media: VideoMedia | null = null;
  #gop = new GopCache();
  #picture: PictureWatch;
  #transcoder: VideoTranscoder;
  #transcoderInput: TranscoderInput | undefined;
  #bridge: SourceBridge;
  #bridgeFormat: LayerFormat | null = null;
  #watched: Record<Layer, boolean> = { q: false, h: false };
  #warmUntilMs = 0;
  #lastPacket: { dts: number; accessUnitCount: number } | undefined;
  #stepTicks = usualStepTicks;

  constructor(options: CameraVideoOptions) {
    const { faults, meter, limits, bridgeSlots } = options;
    this.#options = options;
    this.#parameterLimits = new ParameterLimits('h264', limits.maxSidePixels);
    this.#reader = new H264Reader(this.#parameterLimits);
    this.#frameRate = new RateLimit(limits.maxFps);
    this.#picture = new PictureWatch(faults, options.onStill);
    this.#transcoder = new VideoTranscoder({
      faults,
      maxPixels: this.#parameterLimits.maxPixels,
      onLowLayerFrame: (frame) => this.#picture.addLowLayerFrame(frame),
      isWanted: (layer, ticks) => layer === 'q' || this.#isTranscoded || this.#bridge.isWanted(ticks),
      onKeyframe: () => options.room.announceKeyframe(),
      onEncoded: (layer, nals, ticks) => {
        if (layer === 'q' || this.#isTranscoded) return this.#send(layer, nals, ticks);
        meter.frameBridged();
        this.#bridge.onEncoded(nals, ticks);
      },
      onSkipped: () => {
        if (this.#isTranscoded) meter.frameDropped();
      },
    });
    this.#bridge = new SourceBridge({
      slot: {
        take: async () => this.#facts && bridgeSlots.take(this.#facts, this.#gop.bitrateBps),
        release: () => bridgeSlots.release(),
      },
      send: (nals, ticks) => this.#send('h', nals, ticks),
      setEncoding: (format) => {
        this.#bridgeFormat = format;
        this.#updateDemand();
      },
      requestKeyframe: () => this.#transcoder.requestKeyframe('h'),
      onFault: (error) => faults.add('bridge', error),
    });
  }

  /** Null until enough was seen to say. */
  get media(): VideoMedia | null {
    return this.#media;
  }

  /** Of the source layer in the room; null before the first keyframe. */
  get size(): Size | null {
    if (!this.#facts) return null;
    const { width, height, pixelAspect } = this.#facts;
    if (!this.#isTranscoded) return { width, height };
    return layerFormats.h.sizeFor({ width: Math.round(width * pixelAspect), height });
  }

  /** What the camera's video is beyond; null while it is shown. */
  get excess(): Excess | null {
    return this.#excess;
  }

  /** For how many seconds the picture has been black, and has stood still; null where that cannot be said. */
  get pictureSeconds(): PictureWatch['seconds'] {
    return this.#picture.seconds;
  }

  /** An encoder begins to send video. */
  start(codec: VideoCodec): void {
    this.#codec = codec;
    const limits = new ParameterLimits(codec, this.#options.limits.maxSidePixels);
    this.#parameterLimits = limits;
    this.#reader = codec === 'h264' ? new H264Reader(limits) : new ProbingReader(codec, limits);
    this.#facts = null;
    this.#excess = null;
    this.#lastPacket = undefined;
    this.#gop.clear();
    this.#bridge.restart();
    this.#picture.start(codec, limits.maxPixels);
  }

  /** There is no more. */
  stop(): void {
    this.#gop.clear();
    this.#bridge.restart();
    this.#picture.stop();
    this.#excess = null;
  }

  /** Takes the next PES packet. */
  push(packet: PesPacket): void {
    try {
      this.#push(packet);
    } catch (error) {
      this.#options.faults.add('video', error);
      this.#options.meter.frameDropped();
    }
  }

  setWatched(watched: Record<Layer, boolean>): void {
    this.#watched = watched;
    if (!watched.h) this.#bridge.end();
    this.#updateDemand();
  }

  /** Somebody came into the room: have the low layer ready before they ask. */
  warmUp(): void {
    this.#warmUntilMs = Date.now() + warmMs;
    this.#updateDemand();
    setTimeout(() => this.#updateDemand(), warmMs + 100).unref();
  }

  /** A camera cannot be asked for one: the worker makes it, if the camera's is not near. @returns false where it cannot */
  async requestKeyframe(layer: Layer): Promise<boolean> {
    if (layer === 'q' || this.#isTranscoded) this.#transcoder.requestKeyframe(layer);
    else if (this.#watched.h && this.#facts) return canBridge(this.#facts) && this.#bridge.request();
    return true;
  }

  get #isTranscoded(): boolean {
    return this.#mode.mode === 'transcoded';
  }

  #push(packet: PesPacket): void {
    const accessUnits = this.#reader.read(packet.data);
    const isTooFast = this.#frameRate.add(Math.max(1, accessUnits.length));
    this.#setExcess(this.#findExcess(isTooFast));
    if (this.#excess) return;
    this.#measureStep(packet, accessUnits.length);
    const firstDisplayIndex = accessUnits[0]?.displayIndex;
    for (const [index, accessUnit] of accessUnits.entries()) {
      const { displayIndex } = accessUnit;
      // The timestamp is that of the first (ISO/IEC 13818-1, 2.4.3.7); one that comes later may be shown before it.
      const isOrdered = firstDisplayIndex === undefined || displayIndex === undefined;
      const stepCount = isOrdered ? index : displayIndex - firstDisplayIndex;
      const pts = addTicks(packet.pts, stepCount * this.#stepTicks);
      this.#onPesPacket(packet, pts, accessUnit, accessUnits.length - 1 - index);
    }
  }

  #findExcess(isTooFast: boolean): Excess | null {
    const { maxSidePixels: mostPixels, maxFps: mostFps } = this.#options.limits;
    const size = this.#parameterLimits.excess;
    if (size) return { kind: 'size', width: size.width, height: size.height, mostPixels };
    return isTooFast ? { kind: 'fps', fps: Math.round(this.#frameRate.perSecond), mostFps } : null;
  }

  #setExcess(excess: Excess | null): void {
    const begins = excess !== null && this.#excess === null;
    this.#excess = excess;
    if (!begins) return;
    this.#gop.clear();
    this.#bridge.restart();
    this.#needsKeyframe = true;
    this.#options.onExcess();
  }

  #onPesPacket(packet: PesPacket, pts: number, accessUnit: AccessUnit, followersInPacket: number): void {
    const { clock, meter, room } = this.#options;
    const { data, nals, isKeyframe, isIdr } = accessUnit;
    if (this.#needsKeyframe && !isKeyframe) return;
    this.#needsKeyframe = false;
    const ticks = clock.ticks(pts);
    if (accessUnit.encoderTime) clock.addEncoderTime(ticks, accessUnit.encoderTime);
    meter.addAccessUnit(packet, pts, ticks, isKeyframe);
    this.#choose(isKeyframe);
    if (!this.#isTranscoded) {
      if (isIdr) room.announceKeyframe();
      this.#bridge.push({ nals, ticks, isIdr });
    }
    const coded = { data, ticks, isKeyframe, followersInPacket };
    void this.#picture.add(accessUnit);
    this.#gop.push(coded);
    this.#transcoder.push(coded);
    if (isKeyframe && this.#facts) this.#options.onKeyframe();
  }

  /** From transcoded to passthrough it goes at a keyframe only; the other way at once, for a browser is shown nonsense. */
  #choose(isKeyframe: boolean): void {
    const { facts, isSettled } = this.#reader;
    if (!facts) return;
    if (facts !== this.#facts) {
      const mode = chooseVideoMode(facts);
      if (mode.mode === 'passthrough' && !isKeyframe) return;
      if (!this.#modePause.isOver) return;
      if (this.#facts) this.#modePause.begin();
      this.#facts = facts;
      this.#mode = mode;
      this.#bridge.restart();
      this.#updateDemand();
      this.#setInput(
        { codec: this.#codec, isReordered: facts.hasBFrames, makesSourceLayer: this.#isTranscoded },
        isKeyframe,
      );
    }
    if (!isSettled) return;
    const { codec, profile, width, height } = facts;
    this.#media = { video: { codec, profile, width, height }, mode: this.#mode.mode, reason: this.#mode.reason };
  }

  #setInput(input: TranscoderInput, isKeyframe: boolean): void {
    if (isDeepStrictEqual(input, this.#transcoderInput)) return;
    this.#transcoderInput = input;
    this.#transcoder.setInput(input, isKeyframe ? [] : this.#gop.accessUnits);
  }

  #updateDemand(): void {
    const { q, h } = this.#watched;
    const source = this.#isTranscoded ? layerFormats.h : this.#bridgeFormat;
    const demanded = { q: q ? layerFormats.q : null, h: h ? source : null };
    const isWarm = demanded.q !== null || demanded.h !== null || Date.now() < this.#warmUntilMs;
    this.#transcoder.setDemand(isWarm, demanded, this.#gop.accessUnits);
  }

  #send(layer: Layer, nals: Buffer[], ticks: number): void {
    const { room, meter, clock } = this.#options;
    if (this.#watched[layer]) room.sendVideo(layer, packetizeH264(nals), ticks);
    meter.accessUnitSent(ticks, clock.ageMs(ticks));
  }

  #measureStep({ dts }: PesPacket, accessUnitCount: number): void {
    if (this.#lastPacket) {
      const step = ticksBetween(this.#lastPacket.dts, dts) / this.#lastPacket.accessUnitCount;
      if (step > 0 && step <= maxStepTicks) this.#stepTicks = Math.round(step);
    }
    this.#lastPacket = accessUnitCount > 0 ? { dts, accessUnitCount } : undefined;
  }
}
