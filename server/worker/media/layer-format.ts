import { availableParallelism } from 'node:os';
import type { Size } from './codecs/size';

/** The camera's own size, and a small one for small tiles and narrow networks. */
export type Layer = 'low' | 'source';

export interface EncoderChoice {
  /** libx264's preset. */
  preset: 'ultrafast' | 'superfast';
  profile: 'baseline' | 'high';
  maxThreads: number;
  mayUseHardware: boolean;
}

/** How a layer is made of decoded frames. */
export interface LayerFormat {
  /** The size of the layer for frames of this size with square pixels: even numbers, and not larger than those. */
  sizeFor(size: Size): Size;
  /** At most so much. */
  bitrateBps(size: Size, fps: number): number;
  /** 90 kHz ticks that must lie between two frames. */
  minIntervalTicks: number;
  /** It is made of every other frame. */
  halvesRate: boolean;
  /** Scaling and encoding takes milliseconds: to hand it to another thread, and to take it back, would cost more. */
  isQuick: boolean;
  encoder: EncoderChoice;
}

/** One camera leaves others half of the machine; more than four bring it little. */
export const maxCodecThreads = Math.max(1, Math.min(4, availableParallelism() >> 1));

const lowBitrateBps = 400_000;
const highBitrateBps = 6_000_000;
/** 1080p30 then has about the cap, 720p30 2.8 Mbit/s: what encoders are set to for it. */
const highBitsPerPixel = 0.1;

export const layerFormats: Record<Layer, LayerFormat> = {
  low: {
    sizeFor: (size) => fitInto(size, { width: 640, height: 360 }),
    bitrateBps: () => lowBitrateBps,
    // Of a camera of 50 or 60 frames a second every other one.
    minIntervalTicks: 2_400,
    halvesRate: false,
    isQuick: true,
    encoder: { preset: 'ultrafast', profile: 'baseline', maxThreads: 1, mayUseHardware: false },
  },
  source: {
    // A frame that stands on its side may be as large.
    sizeFor: (size) => {
      const isUpright = size.height > size.width;
      return fitInto(size, isUpright ? { width: 1080, height: 1920 } : { width: 1920, height: 1080 });
    },
    bitrateBps: ({ width, height }, fps) =>
      Math.min(highBitrateBps, Math.round(width * height * fps * highBitsPerPixel)),
    // Up to 60 a second.
    minIntervalTicks: 1_300,
    halvesRate: false,
    isQuick: false,
    encoder: { preset: 'superfast', profile: 'high', maxThreads: maxCodecThreads, mayUseHardware: true },
  },
};

/** So many times the bits, and half of the work, are as sharp. */
const bridgeBitsShare = 1.5;

/** The source layer until the camera's next keyframe. */
export const bridgeFormat: LayerFormat = {
  ...layerFormats.source,
  bitrateBps: (size, fps) => Math.round(bridgeBitsShare * layerFormats.source.bitrateBps(size, fps)),
  isQuick: true,
  encoder: { ...layerFormats.source.encoder, preset: 'ultrafast' },
};

/** The same where many cameras need it at once: twice the bits for each frame, half of the frames. */
export const halfRateBridgeFormat: LayerFormat = {
  ...bridgeFormat,
  bitrateBps: layerFormats.source.bitrateBps,
  halvesRate: true,
};

/**
 * A bridge of a camera that has so many bits. A downlink that carries the camera is to carry the bridge, too; but a picture
 * that hardly moves needs more for its first frame than the camera has now.
 */
export const forCamera = (bridge: LayerFormat, cameraBps: number): LayerFormat => ({
  ...bridge,
  bitrateBps: (size, fps) => {
    const minBps = layerFormats.source.bitrateBps(size, fps) / 2;
    return Math.round(Math.min(bridge.bitrateBps(size, fps), Math.max(minBps, bridgeBitsShare * cameraBps)));
  },
});

/** The format of each layer that is to be made; null for one that is not. */
export type LayerDemand = Record<Layer, LayerFormat | null>;

/** Whether a transcoded source layer has the size of the passed-through one. */
export function canBridge({ width, height, pixelAspect }: Size & { pixelAspect: number }): boolean {
  const encoded = layerFormats.source.sizeFor({ width: Math.round(width * pixelAspect), height });
  return encoded.width === width && encoded.height === height;
}

function fitInto({ width, height }: Size, most: Size): Size {
  const scale = Math.min(1, most.width / width, most.height / height);
  const even = (length: number) => Math.max(2, Math.round((length * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}
