'use client';

import { useEffect, useRef } from 'react';
import { useRoomSound } from '@/lib/browser/room/use-event-room';
import { useRunningMeters } from './use-audio-meters';

interface TileMetersProps {
  participantIdentity: string;
  /** Whether the tile is in view. */
  isShown: boolean;
  isHeard: boolean;
}

/** The two bars of a camera's sound, and the sound itself for the one tile that is heard. */
export function TileMeters({ participantIdentity, isShown, isHeard }: TileMetersProps) {
  const audioRef = useRef<HTMLAudioElement>(null);
  const leftRef = useRef<HTMLSpanElement>(null);
  const rightRef = useRef<HTMLSpanElement>(null);
  const meters = useRunningMeters();
  const sound = useRoomSound(participantIdentity, meters !== null && (isShown || isHeard));

  useEffect(() => {
    const audio = audioRef.current;
    if (!sound || !audio) return;
    // Chromium gives WebAudio the samples of a remote track only while an element plays it, be it muted.
    sound.attach(audio);
    return () => {
      sound.detach(audio);
    };
  }, [sound]);
  useEffect(() => {
    // LiveKit unmutes what it attaches.
    if (sound && audioRef.current) audioRef.current.muted = !isHeard;
  }, [sound, isHeard]);
  useEffect(() => {
    if (meters && sound && isShown && leftRef.current && rightRef.current)
      return meters.draw(sound.mediaStreamTrack, [leftRef.current, rightRef.current]);
  }, [meters, sound, isShown]);

  return (
    <div aria-hidden data-testid="tile-meters" className="absolute inset-y-0 right-0 flex gap-px bg-black/50">
      {/* biome-ignore lint/a11y/useMediaCaption: a live camera has none */}
      <audio ref={audioRef} />
      {[leftRef, rightRef].map((ref, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: left and right never change places
          key={index}
          className="relative block w-[3px] overflow-hidden bg-linear-to-t from-live from-85% via-pending via-85% to-failed to-98%"
        >
          <span ref={ref} className="absolute inset-0 origin-top bg-black will-change-transform" />
        </span>
      ))}
    </div>
  );
}
