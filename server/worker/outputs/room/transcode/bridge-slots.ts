import type { Size } from '@/lib/media/frame';
import { HostSlots } from './host-slots';
import { bridgeFormat, forCamera, halfRateBridgeFormat, type LayerFormat } from './layer-format';

/** One place covers 640x360 at 30 frames a second, 0.03 core. */
const placePixels = 640 * 360;
const placesPerCore = 8;
/** Places of one 1080p camera. */
const minPlaces = 9;

/**
 * The machine's places for encoding the source layer of passed-through cameras until their next keyframe: a quarter of
 * its processor. A camera with a place in the first half has every frame encoded, one in the second half every other
 * frame. So a whole multiview is sharp at once.
 */
export class BridgeSlots {
  readonly #slots: HostSlots;
  readonly #wholeRatePlaces: number;

  /** @param cores how many the machine has */
  constructor(name: string, cores: number) {
    const places = Math.max(minPlaces, placesPerCore * cores);
    this.#slots = new HostSlots(name, places);
    this.#wholeRatePlaces = Math.max(minPlaces, places / 2);
  }

  /** Takes the places for a camera of this size. @returns what it may encode there; null when too few are free */
  async take({ width, height }: Size, cameraBps: number): Promise<LayerFormat | null> {
    const wanted = (width * height) / placePixels;
    if (await this.#slots.take(Math.ceil(wanted), this.#wholeRatePlaces)) return forCamera(bridgeFormat, cameraBps);
    return (await this.#slots.take(Math.ceil(wanted / 2))) ? forCamera(halfRateBridgeFormat, cameraBps) : null;
  }

  release(): void {
    this.#slots.release();
  }
}
