import { useEffect, useState, useSyncExternalStore } from 'react';
import { PlaybackClock } from './playback-clock';

const shownIntervalMs = 100;

/** A clock for a page, and what it shows: anew at each change, and ten times a second while it plays. */
export function usePlaybackClock(startMs: number) {
  const [clock] = useState(() => new PlaybackClock(startMs));
  const isPlaying = useSyncExternalStore(
    (listener) => clock.subscribe(listener),
    () => clock.isPlaying,
    () => false,
  );
  const rate = useSyncExternalStore(
    (listener) => clock.subscribe(listener),
    () => clock.rate,
    () => 1,
  );
  const [positionMs, setPositionMs] = useState(startMs);
  useEffect(() => {
    const show = () => setPositionMs(clock.positionMs);
    const unsubscribe = clock.subscribe(show);
    const timer = isPlaying ? setInterval(show, shownIntervalMs) : undefined;
    show();
    return () => {
      unsubscribe();
      clearInterval(timer);
    };
  }, [clock, isPlaying]);
  return { clock, isPlaying, rate, positionMs };
}
