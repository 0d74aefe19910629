import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { AudioMeters } from './audio-meters';

/** The meters that the tiles below the provider share. */
export const AudioMetersContext = createContext<AudioMeters | null>(null);

/** Meters that run while the component is mounted. */
export function useAudioMeters(): AudioMeters {
  const [meters] = useState(() => new AudioMeters());
  useEffect(() => meters.start(), [meters]);
  return meters;
}

const neverChanges = () => () => undefined;

/** The shared meters, or null until the browser lets the page process audio. */
export function useRunningMeters(): AudioMeters | null {
  const meters = useContext(AudioMetersContext);
  const areRunning = useSyncExternalStore(
    meters?.subscribe ?? neverChanges,
    () => meters?.areRunning ?? false,
    () => false,
  );
  return areRunning ? meters : null;
}
