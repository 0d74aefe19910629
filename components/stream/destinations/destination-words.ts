import type { DestinationState } from '@/lib/contracts/destination-kinds';
import type { DestinationJson } from '@/lib/contracts/destinations';
import type { StateTone } from '../stream-words';

/** A destination's state as a word and a shape. */
export const stateWords: Record<DestinationState, { word: string; tone: StateTone }> = {
  off: { word: 'Off', tone: 'off' },
  waiting: { word: 'Waiting for the camera', tone: 'unknown' },
  connecting: { word: 'Connecting', tone: 'pending' },
  live: { word: 'Live', tone: 'live' },
  retrying: { word: 'Trying again', tone: 'degraded' },
  refused: { word: 'Refused', tone: 'failed' },
};

/** The figures of a destination that is live, such as "4.5 Mbit/s · 12 frames dropped". */
export function figureWords({ state, bitrate_kbps, behind_ms, dropped_frames }: DestinationJson['attributes']): string {
  if (state !== 'live') return '';
  return [
    bitrate_kbps >= 1_000 ? `${(bitrate_kbps / 1_000).toFixed(1)} Mbit/s` : `${Math.round(bitrate_kbps)} kbit/s`,
    behind_ms >= 500 ? `${(behind_ms / 1_000).toFixed(1)} s behind` : '',
    dropped_frames > 0 ? `${dropped_frames.toLocaleString('en')} frames dropped` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
