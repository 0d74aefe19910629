'use client';

import { VolumeX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useAttached } from '@/lib/browser/room/use-attached';
import { useRoomAudio } from '@/lib/browser/room/use-event-room';
import { meterLevel, useRunningMeters } from './audio-meters';

/** Alignment level, and the highest level that programme may reach. Source: EBU R 68. */
const marksDbfs = [-18, -9] as const;

interface TileMetersProps {
  participantIdentity: string;
  /** Whether the tile is in view. */
  isShown: boolean;
  /** Whether its audio plays. */
  isAudible: boolean;
  /** Whether nothing can be heard, which is marked on the meters. */
  isSilent: boolean;
}

/** A camera's two audio meters, left above right, and its audio for the one tile that is audible. */
export function TileMeters({ participantIdentity, isShown, isAudible, isSilent }: TileMetersProps) {
  const audioRef = useRef<HTMLAudioElement>(null);
  const leftRef = useRef<HTMLSpanElement>(null);
  const rightRef = useRef<HTMLSpanElement>(null);
  const meters = useRunningMeters();
  const track = useRoomAudio(participantIdentity, meters !== null && (isShown || isAudible));

  // Chromium gives Web Audio the samples of a remote track only while an element plays it, even if muted.
  useAttached(track, audioRef);
  useEffect(() => {
    // LiveKit unmutes the elements that it attaches.
    if (track && audioRef.current) audioRef.current.muted = !isAudible;
  }, [track, isAudible]);
  useEffect(() => {
    if (meters && track && isShown && leftRef.current && rightRef.current)
      return meters.draw(track.mediaStreamTrack, [leftRef.current, rightRef.current]);
  }, [meters, track, isShown]);

  return (
    <div
      aria-hidden
      data-testid="tile-meters"
      className="@max-[200px]:hidden relative grid h-[0.8em] w-[18%] max-w-36 shrink-0 gap-px forced-color-adjust-none"
    >
      {/* biome-ignore lint/a11y/useMediaCaption: a live camera has none */}
      <audio ref={audioRef} />
      {[leftRef, rightRef].map((ref, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: left and right never change their order
          key={index}
          className="relative block overflow-hidden bg-linear-to-r from-live from-85% via-pending via-85% to-failed to-98%"
        >
          <span ref={ref} className="absolute inset-0 origin-right bg-floating will-change-transform" />
        </span>
      ))}
      {isSilent ? (
        <span className="absolute inset-0 grid place-items-center bg-pending text-black">
          <VolumeX className="size-[0.9em]" />
        </span>
      ) : null}
      {marksDbfs.map((dbfs) => (
        <span
          key={dbfs}
          style={{ left: `${100 * meterLevel(10 ** (dbfs / 20))}%` }}
          className="absolute inset-y-0 w-px bg-white/70"
        />
      ))}
    </div>
  );
}
