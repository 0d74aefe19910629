import { availableParallelism } from 'node:os';
import type { EncoderChoice } from '@/lib/media/codecs/open-h264-encoder';
import { type Size, scaleSize } from '@/lib/media/frame';
import { mayEncodeInHardware } from '@/lib/platform/env/worker-env';

/** The camera's own size, and a small one for small tiles and narrow networks. */
export type Layer = 'low' | 'source';
export const layers: readonly Layer[] = ['low', 'source'];

/** How to make a layer from decoded frames. */
export interface LayerFormat {
  /** The layer's size for frames of this size in square pixels: even, and not larger than the frame. */
  sizeFor(size: Size): Size;
  /** Maximum bitrate. */
  bitrateBps(size: Size, fps: number): number;
  /** Minimum between two frames, in 90 kHz ticks. */
  minIntervalTicks: number;
  /** Every other frame is left out. */
  halvesRate: boolean;
  /** Scaling and encoding take only milliseconds, less than the hand-over to another thread and back. */
  isQuick: boolean;
  encoder: EncoderChoice;
}

/** One camera leaves others half of the machine, and gains little from more than four threads. */
export const maxCodecThreads = Math.max(1, Math.min(4, availableParallelism() >> 1));

const lowBitrateBps = 400_000;
const highBitrateBps = 6_000_000;
/** Gives 1080p30 about the cap and 720p30 2.8 Mbit/s, as encoders are usually set. */
const highBitsPerPixel = 0.1;

export const layerFormats: Record<Layer, LayerFormat> = {
  low: {
    sizeFor: (size) => fitInto(size, { width: 640, height: 360 }),
    bitrateBps: () => lowBitrateBps,
    // Takes every other frame of a camera with 50 or 60 a second.
    minIntervalTicks: 2_400,
    halvesRate: false,
    isQuick: true,
    encoder: { preset: 'ultrafast', profile: 'baseline', maxThreads: 1, mayUseHardware: false },
  },
  source: {
    // A portrait frame may have as many pixels.
    sizeFor: (size) => {
      const isUpright = size.height > size.width;
      return fitInto(size, isUpright ? { width: 1080, height: 1920 } : { width: 1920, height: 1080 });
    },
    bitrateBps: ({ width, height }, fps) =>
      Math.min(highBitrateBps, Math.round(width * height * fps * highBitsPerPixel)),
    // Up to 60 frames a second.
    minIntervalTicks: 1_300,
    halvesRate: false,
    isQuick: false,
    encoder: {
      preset: 'superfast',
      profile: 'high',
      maxThreads: maxCodecThreads,
      mayUseHardware: mayEncodeInHardware(),
    },
  },
};

/** This many times the bits look as sharp with half of the work. */
const bridgeBitsShare = 1.5;

/** The source layer's format until the camera's next keyframe. */
export const bridgeFormat: LayerFormat = {
  ...layerFormats.source,
  bitrateBps: (size, fps) => Math.round(bridgeBitsShare * layerFormats.source.bitrateBps(size, fps)),
  isQuick: true,
  encoder: { ...layerFormats.source.encoder, preset: 'ultrafast' },
};

/** The same when many cameras need it at once: twice the bits for each frame, half of the frames. */
export const halfRateBridgeFormat: LayerFormat = {
  ...bridgeFormat,
  bitrateBps: layerFormats.source.bitrateBps,
  halvesRate: true,
};

/**
 * The bridge format for a camera of this bitrate. A downlink that carries the camera should carry the bridge, too. But
 * a picture that hardly moves needs more for its first frame than the camera has now.
 */
export const forCamera = (bridge: LayerFormat, cameraBps: number): LayerFormat => ({
  ...bridge,
  bitrateBps: (size, fps) => {
    const minBps = layerFormats.source.bitrateBps(size, fps) / 2;
    return Math.round(Math.min(bridge.bitrateBps(size, fps), Math.max(minBps, bridgeBitsShare * cameraBps)));
  },
});

/** The format of each layer to make; null for a layer that is not made. */
export type LayerDemand = Record<Layer, LayerFormat | null>;

/** Whether a transcoded source layer has the size of the passed-through one. */
export function canBridge({ width, height, pixelAspect }: Size & { pixelAspect: number }): boolean {
  const encoded = layerFormats.source.sizeFor({ width: Math.round(width * pixelAspect), height });
  return encoded.width === width && encoded.height === height;
}

const fitInto = (size: Size, max: Size): Size =>
  scaleSize(size, Math.min(1, max.width / size.width, max.height / size.height));
