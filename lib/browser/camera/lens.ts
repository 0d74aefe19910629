/** Chrome on Android has these beyond TypeScript's own types (Image Capture). */
interface LensCapabilities extends MediaTrackCapabilities {
  torch?: boolean;
  zoom?: { min: number; max: number; step: number };
}

interface LensSettings extends MediaTrackSettings {
  zoom?: number;
}

interface LensConstraints extends MediaTrackConstraintSet {
  torch?: boolean;
  zoom?: number;
}

/** Abilities of a lens besides filming. */
export interface LensAbilities {
  hasTorch: boolean;
  /** Whether it films 1080p. */
  hasFullHd: boolean;
  /** Null: this lens does not zoom. */
  zoom: { min: number; max: number; step: number; now: number } | null;
}

/** Reads a lens's abilities; without a track it has none. */
export function readLensAbilities(track: MediaStreamTrack | undefined): LensAbilities {
  const { torch, zoom, width, height }: LensCapabilities = track?.getCapabilities?.() ?? {};
  const settings: LensSettings = track?.getSettings() ?? {};
  return {
    hasTorch: torch === true,
    // A phone that is held upright may give the sides in either order.
    hasFullHd: Math.min(width?.max ?? 0, height?.max ?? 0) >= 1080,
    zoom: zoom && zoom.max > zoom.min ? Object.assign({ now: settings.zoom ?? zoom.min }, zoom) : null,
  };
}

/** Sets light or zoom. @returns whether the lens did it */
export async function setLens(track: MediaStreamTrack, change: { torch?: boolean; zoom?: number }): Promise<boolean> {
  const constraints: LensConstraints = change;
  try {
    await track.applyConstraints({ advanced: [constraints] });
    return true;
  } catch {
    // Some lenses offer a light that another app has.
    return false;
  }
}
