import { useEffect, useRef, useState } from 'react';
import type { TallyState } from '@/lib/core/tally';

const flashMs = 250;
const patterns: Partial<Record<TallyState, number[]>> = { program: [250, 100, 250], preview: [100] };
const messagePattern = [80, 60, 80];

/**
 * Makes a change of tally and a new message felt: by vibration, or by a flash where the device has none. Nothing
 * sounds, because the microphone is live.
 * @param messageId the director's last message; null while there is none
 */
export function useTallyCue(tally: TallyState | null, messageId: string | null): { isFlashing: boolean } {
  const [isFlashing, setFlashing] = useState(false);
  const before = useRef({ tally, messageId });
  useEffect(() => {
    const last = before.current;
    before.current = { tally, messageId };
    const pattern =
      tally !== last.tally && tally !== null
        ? patterns[tally]
        : messageId !== null && messageId !== last.messageId
          ? messagePattern
          : undefined;
    if (!pattern) return;
    // Safari has no vibration. A page that nobody has touched may not vibrate.
    if (navigator.vibrate?.(pattern)) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    setFlashing(true);
    const timer = setTimeout(() => setFlashing(false), flashMs);
    return () => {
      clearTimeout(timer);
      setFlashing(false);
    };
  }, [tally, messageId]);
  return { isFlashing };
}
