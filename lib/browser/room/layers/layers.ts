/** LiveKit's VideoQuality of the worker's two layers (server/worker/publish/track-requests.ts). */
export const layerQuality = { low: 0, source: 1 } as const;

/** LiveKit sends the low layer, of 360 lines, to tiles of up to so many CSS pixels. */
export const lowLayerSufficesPx = 400;
