import type { StateTone } from '@/components/stream/stream-words';
import { cn } from '@/components/ui/cn';

const barClass: Record<StateTone, string> = {
  live: 'bg-live',
  degraded: 'bg-pending',
  pending: 'bg-pending',
  failed: 'bg-failed',
  off: 'bg-faint',
  unknown: 'bg-faint',
};

interface QualityBarProps {
  /** From 0 to 100; null where it was not measured. */
  score: number | null;
  className?: string;
}

/** The quality score as a bar and a figure. */
export function QualityBar({ score, className }: QualityBarProps) {
  if (score === null) {
    return (
      <p className={cn('font-mono text-faint text-sm', className)}>
        <span className="sr-only">Quality: not measured</span>
        <span aria-hidden>–</span>
      </p>
    );
  }
  const rounded = Math.round(score);
  return (
    <div className={cn('flex items-center gap-2', className)}>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers color <meter> by rules of their own */}
      <div
        role="meter"
        aria-label="Quality"
        aria-valuenow={rounded}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1 min-w-8 flex-1 overflow-hidden rounded-full bg-control-press"
      >
        <div className={cn('h-full', barClass[qualityTone(score)])} style={{ width: `${rounded}%` }} />
      </div>
      <span aria-hidden className="w-[3ch] text-right font-mono text-sm">
        {rounded}
      </span>
    </div>
  );
}

export type Level = 'healthy' | 'warning' | 'critical';

/** Spec, section 9. */
export const droppedFramesLevel = (droppedFrames: number): Level => (droppedFrames > 100 ? 'warning' : 'healthy');

/** Spec, section 9. */
export const reconnectLevel = (reconnectCount: number): Level => (reconnectCount > 5 ? 'critical' : 'healthy');

/** The color of a quality score from 0 to 100: green above 80, yellow above 60, otherwise red (spec, section 9). */
export const qualityTone = (score: number): StateTone => (score > 80 ? 'live' : score > 60 ? 'pending' : 'failed');
