import { cn } from '@/components/ui/cn';
import { chartHeight, chartPath, chartWidth, niceTop, type Point, type TimeWindow } from './chart-path';

interface SparklineProps {
  points: Point[];
  window: TimeWindow;
  maxGapMs: number;
  className?: string;
}

/** A line without axes for a list's row; the figures beside it are its text. */
export function Sparkline({ points, window, maxGapMs, className }: SparklineProps) {
  return (
    <svg
      viewBox={`0 -4 ${chartWidth} ${chartHeight + 8}`}
      preserveAspectRatio="none"
      aria-hidden
      className={cn('h-6 w-full text-muted', className)}
    >
      <path
        d={chartPath(points, window, niceTop(points, 1) * 1.05, maxGapMs)}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.25"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
