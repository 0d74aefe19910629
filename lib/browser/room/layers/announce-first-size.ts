import type { RemoteTrack } from 'livekit-client';

/**
 * Tells LiveKit the size of a video before it is attached to its tile. LiveKit's client knows the size 100 ms after that,
 * and until then asks for the best layer: LiveKit would step up every small tile, and down again.
 * @param heightPx of the tile
 */
export function announceFirstSize(track: RemoteTrack, heightPx: number): void {
  const width = Math.round((heightPx * 16) / 9);
  if (heightPx > 0) track.emit('videoDimensionsChanged', { width, height: heightPx }, track);
}
