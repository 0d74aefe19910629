import { cn } from '@/components/ui/cn';
import type { Stretch } from '@/lib/core/stretch';

interface StretchBarsProps {
  stretches: Stretch[];
  /** The time that the lane shows; what lies outside of it is cut off. */
  range: Stretch;
  className: string;
}

/** Bars in a lane of a timeline, each where its stretch of time is. */
export function StretchBars({ stretches, range, className }: StretchBarsProps) {
  const lengthMs = range.endMs - range.startMs;
  const percent = (ms: number) => `${Math.max(0, Math.min(100, (ms / lengthMs) * 100))}%`;
  return stretches
    .filter(({ startMs, endMs }) => startMs < range.endMs && endMs > range.startMs)
    .map(({ startMs, endMs }) => (
      <div
        key={startMs}
        className={cn('absolute min-w-px', className)}
        style={{ left: percent(startMs - range.startMs), right: percent(range.endMs - endMs) }}
      />
    ));
}
