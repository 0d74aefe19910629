import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { SoundMeters } from './audio-meters';

/** The meters that the tiles below it share. */
export const SoundMetersContext = createContext<SoundMeters | null>(null);

/** Meters for as long as the component is there. */
export function useSoundMeters(): SoundMeters {
  const [meters] = useState(() => new SoundMeters());
  useEffect(() => meters.start(), [meters]);
  return meters;
}

const never = () => () => undefined;

/** The shared meters, once the browser lets the page process sound; null while it has to wait. */
export function useRunningMeters(): SoundMeters | null {
  const meters = useContext(SoundMetersContext);
  const areRunning = useSyncExternalStore(
    meters?.subscribe ?? never,
    () => meters?.areRunning ?? false,
    () => false,
  );
  return areRunning ? meters : null;
}
