import type { RemoteTrackPublication } from 'livekit-client';

/** LiveKit's VideoQuality of the worker's two layers (server/worker/outputs/room/publish/track-requests.ts). */
export const layerQuality = { low: 0, source: 1 } as const;

/** LiveKit sends the low layer, of 360 lines, to tiles of up to so many CSS pixels. */
export const lowLayerSufficesPx = 400;

/** @returns whether a video needs the source layer at its size on the page, and the camera has one */
export const isLarge = ({ dimensions }: RemoteTrackPublication, { clientHeight }: HTMLVideoElement): boolean =>
  Math.min(clientHeight, dimensions?.height ?? 0) > lowLayerSufficesPx;

/** @returns whether a video shows the source layer */
export const isSharp = ({ videoHeight }: HTMLVideoElement): boolean => videoHeight > lowLayerSufficesPx;
