import { addTicks, ticksBetween, ticksPerMs } from '@/lib/core/timestamp33';
import type { MoveTimestamp } from '@/lib/media/mpegts/timestamps';

/** The beginning of a stretch, at a keyframe, by its own clock: 33-bit counts of 90 kHz. */
export interface StretchBeginning {
  pts: number;
  dts: number;
  /** The DTS of the last frame that has come already, and how many have. */
  newestDts: number;
  frames: number;
}

export interface PlacedStretch {
  move: MoveTimestamp;
  /** Sound that is earlier than this, where it goes, is left out. */
  soundFrom: number;
}

/**
 * Says where the timestamps of a stretch go, so that they follow those that were sent. Decoders need the frames since the
 * keyframe, also those older than the last one that was sent: these are squeezed into the time since.
 * @param wantedPts where the keyframe belongs by its time of capture; null: where its own clock has it
 * @param sentUntil the latest timestamp that was sent; null: none was
 */
export function placeStretch(
  { pts, dts, newestDts, frames }: StretchBeginning,
  wantedPts: number | null,
  sentUntil: number | null,
): PlacedStretch {
  const wanted = wantedPts === null ? dts : addTicks(wantedPts, ticksBetween(pts, dts));
  const moveFrom =
    (begin: number): MoveTimestamp =>
    (timestamp) =>
      addTicks(begin, ticksBetween(dts, timestamp));
  const overlap = sentUntil === null ? 0 : ticksBetween(wanted, addTicks(sentUntil, ticksPerMs));
  if (overlap <= 0) return { move: moveFrom(wanted), soundFrom: wanted };
  const held = ticksBetween(dts, newestDts);
  // Receivers by RTMP count milliseconds, and each frame needs one of its own.
  if (held - overlap < frames * ticksPerMs) {
    const begin = addTicks(wanted, overlap);
    return { move: moveFrom(begin), soundFrom: begin };
  }
  const slope = (held - overlap) / held;
  return {
    move: (timestamp) => {
      const after = ticksBetween(dts, timestamp);
      return addTicks(wanted, after >= held ? after : Math.round(overlap + after * slope));
    },
    soundFrom: addTicks(wanted, held),
  };
}
