import { availableParallelism } from 'node:os';
import type { EncoderChoice } from './open-h264-encoder';

/** `h` is the source layer, `q` the low one: LiveKit's names for its middle and its low layer. */
export type Layer = 'q' | 'h';

export interface Size {
  width: number;
  height: number;
}

/** How a layer is made of decoded frames. */
export interface LayerFormat {
  /** The size of the layer for frames of this size with square pixels: even numbers, and not larger than those. */
  sizeFor(size: Size): Size;
  /** At most so much. */
  bitrateBps(size: Size, fps: number): number;
  /** 90 kHz ticks that must lie between two frames. */
  minIntervalTicks: number;
  /** Scaling and encoding takes a millisecond: to hand it to another thread, and to take it back, would cost more. */
  isQuick: boolean;
  encoder: EncoderChoice;
}

/** One camera leaves others half of the machine; more than four bring it little. */
export const maxCodecThreads = Math.max(1, Math.min(4, availableParallelism() >> 1));

/** How many passed-through cameras of a machine may have their source layer encoded at once, until their next keyframe. */
export const maxBridges = Math.max(1, availableParallelism() >> 1);

const lowBitrateBps = 400_000;
const highBitrateBps = 6_000_000;
/** 1080p30 then has about the cap, 720p30 2.8 Mbit/s: what encoders are set to for it. */
const highBitsPerPixel = 0.1;

export const layerFormats: Record<Layer, LayerFormat> = {
  q: {
    sizeFor: (size) => fitInto(size, { width: 640, height: 360 }),
    bitrateBps: () => lowBitrateBps,
    // Of a camera of 50 or 60 frames a second every other one.
    minIntervalTicks: 2_400,
    isQuick: true,
    encoder: { preset: 'ultrafast', profile: 'baseline', maxThreads: 1, mayUseHardware: false },
  },
  h: {
    // A frame that stands on its side may be as large.
    sizeFor: (size) => {
      const isUpright = size.height > size.width;
      return fitInto(size, isUpright ? { width: 1080, height: 1920 } : { width: 1920, height: 1080 });
    },
    bitrateBps: ({ width, height }, fps) =>
      Math.min(highBitrateBps, Math.round(width * height * fps * highBitsPerPixel)),
    // Up to 60 a second.
    minIntervalTicks: 1_300,
    isQuick: false,
    encoder: { preset: 'superfast', profile: 'high', maxThreads: maxCodecThreads, mayUseHardware: true },
  },
};

function fitInto({ width, height }: Size, most: Size): Size {
  const scale = Math.min(1, most.width / width, most.height / height);
  const even = (length: number) => Math.max(2, Math.round((length * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}
