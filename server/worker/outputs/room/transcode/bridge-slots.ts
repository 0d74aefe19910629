import type { Size } from '../../../media/codecs/size';
import { bridgeFormat, forCamera, halfRateBridgeFormat, type LayerFormat } from '../../../media/layer-format';
import { HostSlots } from './host-slots';

/** A place is what 640x360 takes at 30 frames a second, 0.03 core. */
const placePixels = 640 * 360;
const placesPerCore = 8;
/** Places of one 1080p camera. */
const minPlaces = 9;

/**
 * The places that the passed-through cameras of a machine share for having their source layer encoded at once, until
 * their next keyframe: a quarter of its processor. So that a wall of cameras is sharp at once, a camera has all of its
 * frames encoded only where it finds a place in the first half of them, and every other frame in the rest.
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

  /** Takes what a camera of this size needs. @returns what it may encode there; null where nothing is free */
  async take({ width, height }: Size, cameraBps: number): Promise<LayerFormat | null> {
    const wanted = (width * height) / placePixels;
    if (await this.#slots.take(Math.ceil(wanted), this.#wholeRatePlaces)) return forCamera(bridgeFormat, cameraBps);
    return (await this.#slots.take(Math.ceil(wanted / 2))) ? forCamera(halfRateBridgeFormat, cameraBps) : null;
  }

  release(): void {
    this.#slots.release();
  }
}
