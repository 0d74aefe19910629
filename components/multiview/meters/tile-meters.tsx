'use client';

import { useEffect, useRef } from 'react';
import { cn } from '@/components/ui/cn';
import { useRoomAudio } from '@/lib/browser/room/use-event-room';
import { aboveLabelClass } from '../tile-label';
import { meterHeight } from './meter-scale';
import { useRunningMeters } from './use-audio-meters';

/** Alignment level, and the highest level that programme may reach. Source: EBU R 68. */
const marksDbfs = [-18, -9] as const;

interface TileMetersProps {
  participantIdentity: string;
  /** Whether the tile is in view. */
  isShown: boolean;
  /** Whether its audio plays. */
  isAudible: boolean;
}

/** A camera's two audio meters, and its audio for the one tile that is audible. */
export function TileMeters({ participantIdentity, isShown, isAudible }: TileMetersProps) {
  const audioRef = useRef<HTMLAudioElement>(null);
  const leftRef = useRef<HTMLSpanElement>(null);
  const rightRef = useRef<HTMLSpanElement>(null);
  const meters = useRunningMeters();
  const track = useRoomAudio(participantIdentity, meters !== null && (isShown || isAudible));

  useEffect(() => {
    const audio = audioRef.current;
    if (!track || !audio) return;
    // Chromium gives Web Audio the samples of a remote track only while an element plays it, even if muted.
    track.attach(audio);
    return () => {
      track.detach(audio);
    };
  }, [track]);
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
      // Beside the selected tile's frame, not under it.
      className={cn(
        'pointer-events-none absolute top-0 right-0 bg-black p-[calc(2px+var(--frame-width))] pl-px forced-color-adjust-none',
        aboveLabelClass,
      )}
    >
      <div className="relative flex h-full gap-px">
        {/* biome-ignore lint/a11y/useMediaCaption: a live camera has none */}
        <audio ref={audioRef} />
        {[leftRef, rightRef].map((ref, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: left and right never change their order
            key={index}
            className="relative block w-2 overflow-hidden bg-linear-to-t from-live from-85% via-pending via-85% to-failed to-98% sm:w-2.5"
          >
            <span ref={ref} className="absolute inset-0 origin-top bg-black will-change-transform" />
          </span>
        ))}
        {marksDbfs.map((dbfs) => (
          <span
            key={dbfs}
            style={{ bottom: `${100 * meterHeight(10 ** (dbfs / 20))}%` }}
            className="absolute inset-x-0 h-px bg-white outline-1 outline-black/50"
          />
        ))}
      </div>
    </div>
  );
}
