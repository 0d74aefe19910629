import { isDeepStrictEqual } from 'node:util';
import { RestartPause } from '@/lib/core/restart-pause';
import type { VideoCodec } from '@/lib/media/codecs/video-decoder';
import type { VideoFacts } from '@/lib/media/codecs/video-reader';
import type { Size } from '@/lib/media/frame';
import type { MediaClock } from '@/lib/media/media-clock';
import type { FaultLog } from '../../control/fault-log';
import type { VideoMode } from '../../monitor/describe-media';
import type { Monitor } from '../../monitor/monitor';
import type { VideoTrack, VideoUnit } from '../../program/video-track';
import { chooseVideoMode } from './choose-video-mode';
import { packetizeH264 } from './publish/packetize-h264';
import type { Rooms } from './publish/rooms';
import type { BridgeSlots } from './transcode/bridge-slots';
import { GopCache } from './transcode/gop-cache';
import { canBridge, type Layer, type LayerFormat, layerFormats } from './transcode/layer-format';
import { SourceBridge } from './transcode/source-bridge';
import { type TranscoderInput, VideoTranscoder } from './transcode/video-transcoder';

/** How long the low layer stays ready for a viewer who entered the room but does not watch yet. */
const warmMs = 5_000;

export interface CameraVideoOptions {
  clock: MediaClock;
  room: Pick<Rooms, 'sendVideo' | 'announceKeyframe'>;
  monitor: Pick<Monitor, 'frameDropped' | 'frameBridged' | 'accessUnitSent' | 'addLowLayerFrame'>;
  /** Limit of a frame, in pixels. */
  maxPixels: number;
  faults: FaultLog;
  /** The machine's places for the {@link SourceBridge}. */
  bridgeSlots: Pick<BridgeSlots, 'take' | 'release'>;
}

/**
 * Brings a camera's video into the room. The source layer is passed through or, if necessary, transcoded; the low layer
 * is always encoded here. A part that fails is given up alone.
 */
export class CameraVideo {
  #options: CameraVideoOptions;
  #codec: VideoCodec = 'h264';
  /** Pause between two changes of mode, each of which starts another decoder. */
  #modePause = new RestartPause();
  #facts: VideoFacts | null = null;
  #mode: VideoMode = { mode: 'passthrough', reason: null };
  #settledMode: VideoMode | null = null;
  #gop = new GopCache();
  #transcoder: VideoTranscoder;
  #transcoderInput: TranscoderInput | undefined;
  #bridge: SourceBridge;
  #bridgeFormat: LayerFormat | null = null;
  #watched: Record<Layer, boolean> = { low: false, source: false };
  #warmUntilMs = 0;

  constructor(options: CameraVideoOptions) {
    const { faults, monitor, maxPixels, bridgeSlots } = options;
    this.#options = options;
    this.#transcoder = new VideoTranscoder({
      faults,
      maxPixels,
      onLowLayerFrame: (frame) => monitor.addLowLayerFrame(frame),
      isWanted: (layer, ticks) => layer === 'low' || this.#isTranscoded || this.#bridge.isWanted(ticks),
      onKeyframe: () => options.room.announceKeyframe(),
      onEncoded: (layer, nals, ticks) => {
        if (layer === 'low' || this.#isTranscoded) return this.#send(layer, nals, ticks);
        monitor.frameBridged();
        this.#bridge.onEncoded(nals, ticks);
      },
      onSkipped: () => {
        if (this.#isTranscoded) monitor.frameDropped();
      },
    });
    this.#bridge = new SourceBridge({
      slot: {
        take: async () => this.#facts && bridgeSlots.take(this.#facts, this.#gop.bitrateBps),
        release: () => bridgeSlots.release(),
      },
      send: (nals, ticks) => this.#send('source', nals, ticks),
      setEncoding: (format) => {
        this.#bridgeFormat = format;
        this.#updateDemand();
      },
      requestKeyframe: () => this.#transcoder.requestKeyframe('source'),
      onFault: (error) => faults.add('bridge', error),
    });
  }

  /** How the room gets the video, once its format has settled; null until then. */
  get settledMode(): VideoMode | null {
    return this.#settledMode;
  }

  /** Size of the source layer in the room; null before the first keyframe. */
  get size(): Size | null {
    if (!this.#facts) return null;
    const { width, height, pixelAspect } = this.#facts;
    if (!this.#isTranscoded) return { width, height };
    return layerFormats.source.sizeFor({ width: Math.round(width * pixelAspect), height });
  }

  /** A camera begins to send this video. */
  start({ codec }: Pick<VideoTrack, 'codec'>): void {
    this.#codec = codec;
    this.#facts = null;
    this.interrupt();
  }

  /** Forgets the access units so far, which the next ones do not continue. */
  interrupt(): void {
    this.#gop.clear();
    this.#bridge.restart();
  }

  /** Takes the next access unit. */
  addUnit(unit: VideoUnit): void {
    try {
      this.#push(unit);
    } catch (error) {
      this.#options.faults.add('video', error);
      this.#options.monitor.frameDropped();
    }
  }

  setWatched(watched: Record<Layer, boolean>): void {
    this.#watched = watched;
    if (!watched.source) this.#bridge.end();
    this.#updateDemand();
  }

  /** A viewer entered the room. Prepares the low layer before they request it. */
  warmUp(): void {
    this.#warmUntilMs = Date.now() + warmMs;
    this.#updateDemand();
    setTimeout(() => this.#updateDemand(), warmMs + 100).unref();
  }

  /**
   * Makes a keyframe, unless the camera's own is near; a camera cannot be asked for one. @returns false when none can
   * be made
   */
  async requestKeyframe(layer: Layer): Promise<boolean> {
    if (layer === 'low' || this.#isTranscoded) this.#transcoder.requestKeyframe(layer);
    else if (this.#watched.source && this.#facts) return canBridge(this.#facts) && this.#bridge.request();
    return true;
  }

  get #isTranscoded(): boolean {
    return this.#mode.mode === 'transcoded';
  }

  #push(unit: VideoUnit): void {
    const { data, nals, ticks, isKeyframe, isIdr, followersInPacket } = unit;
    this.#choose(unit);
    if (!this.#isTranscoded) {
      if (isIdr) this.#options.room.announceKeyframe();
      this.#bridge.addAccessUnit({ nals, ticks, isIdr });
    }
    const coded = { data, ticks, isKeyframe, followersInPacket };
    this.#gop.addAccessUnit(coded);
    this.#transcoder.addAccessUnit(coded);
  }

  /**
   * Changes from transcoded to passthrough only at a keyframe. The other way it changes at once, because a browser is
   * shown nonsense.
   */
  #choose({ facts, isSettled, isKeyframe }: VideoUnit): void {
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
    if (isSettled) this.#settledMode = this.#mode;
  }

  #setInput(input: TranscoderInput, isKeyframe: boolean): void {
    if (isDeepStrictEqual(input, this.#transcoderInput)) return;
    this.#transcoderInput = input;
    this.#transcoder.setInput(input, isKeyframe ? [] : this.#gop.accessUnits);
  }

  #updateDemand(): void {
    const sourceFormat = this.#isTranscoded ? layerFormats.source : this.#bridgeFormat;
    const { low, source } = this.#watched;
    const demanded = { low: low ? layerFormats.low : null, source: source ? sourceFormat : null };
    const isWarm = demanded.low !== null || demanded.source !== null || Date.now() < this.#warmUntilMs;
    this.#transcoder.setDemand(isWarm, demanded, this.#gop.accessUnits);
  }

  #send(layer: Layer, nals: Buffer[], ticks: number): void {
    const { room, monitor, clock } = this.#options;
    if (this.#watched[layer]) room.sendVideo(layer, packetizeH264(nals), ticks);
    monitor.accessUnitSent(ticks, clock.ageMs(ticks));
  }
}
