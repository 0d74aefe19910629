import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { TallyState } from '@/lib/core/tally';

const flashMs = 250;
/** How long it vibrates, pauses and vibrates again. */
const patterns: Partial<Record<TallyState, number[]>> = { program: [250, 100, 250], preview: [100] };
const messagePattern = [80, 60, 80];
const toneHz = 880;
const toneVolume = 0.15;

interface TallyCue {
  tally: TallyState | null;
  /** The director's last message; null while there is none. */
  messageId: string | null;
  hasHeadphones: boolean;
}

/**
 * Makes a change of tally and a new message felt: by vibration, or by a flash where the device has none. It sounds in
 * headphones alone, because the microphone is live.
 */
export function useTallyCue({ tally, messageId, hasHeadphones }: TallyCue): { isFlashing: boolean } {
  const [isFlashing, setFlashing] = useState(false);
  const before = useRef({ tally, messageId });
  const playInHeadphones = useEffectEvent((pattern: readonly number[]) => {
    if (hasHeadphones) playTones(pattern);
  });
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
    playInHeadphones(pattern);
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

/** Plays a pattern of tones and pauses, in milliseconds. */
function playTones(pattern: readonly number[]): void {
  const context = new AudioContext();
  const tone = new OscillatorNode(context, { frequency: toneHz });
  const gate = new GainNode(context, { gain: 0 });
  tone.connect(gate).connect(context.destination);
  let atSeconds = context.currentTime;
  for (const [index, durationMs] of pattern.entries()) {
    gate.gain.setValueAtTime(index % 2 === 0 ? toneVolume : 0, atSeconds);
    atSeconds += durationMs / 1_000;
  }
  gate.gain.setValueAtTime(0, atSeconds);
  tone.start();
  tone.stop(atSeconds);
  tone.addEventListener('ended', () => void context.close());
}
