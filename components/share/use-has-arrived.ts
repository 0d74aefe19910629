import { useEffect, useState } from 'react';

/** Time that cameras may take to join the room of a link that nobody has opened lately. */
const arrivalMs = 5_000;

/** Whether the cameras of a share link have had the time to come into its room. */
export function useHasArrived(): boolean {
  const [hasArrived, setArrived] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setArrived(true), arrivalMs);
    return () => clearTimeout(timer);
  }, []);
  return hasArrived;
}
