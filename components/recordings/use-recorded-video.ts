import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PlaybackClock } from './playback-clock';
import { RecordedVideo, type VideoState } from './recorded-video';
import type { LaneRecording } from './recording-lanes';

/**
 * Plays a recording in step with a clock.
 * @param shown what plays; the video keeps the last one while there is none
 * @param onPlayer called with the player once there is one, and with null when it is gone
 * @returns the reference of the video element, and its state
 */
export function useRecordedVideo(
  clock: PlaybackClock,
  shown: LaneRecording | null,
  onPlayer: (player: RecordedVideo | null) => void,
): [RefObject<HTMLVideoElement | null>, VideoState] {
  const videoRef = useRef<HTMLVideoElement>(null);
  const playerRef = useRef<RecordedVideo | null>(null);
  const [state, setState] = useState<VideoState>('loading');
  const announce = useEffectEvent(onPlayer);
  useEffect(() => {
    if (!videoRef.current) return;
    const player = new RecordedVideo(videoRef.current, clock, setState);
    playerRef.current = player;
    announce(player);
    return () => {
      player.close();
      announce(null);
    };
  }, [clock]);
  useEffect(() => {
    if (shown) playerRef.current?.show(shown);
  }, [shown]);
  return [videoRef, state];
}
