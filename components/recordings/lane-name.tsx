import type { ReactNode } from 'react';
import { cn } from '@/components/ui/cn';

interface LaneNameProps {
  isLarge: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** Names a row of the timeline, left of it. A press makes its picture large. */
export const LaneName = ({ isLarge, onPress, children }: LaneNameProps) => (
  <button
    type="button"
    aria-pressed={isLarge}
    onClick={onPress}
    className={cn(
      'flex h-6 min-w-0 items-center rounded-md px-2 text-left text-sm hover:bg-control pointer-coarse:h-11',
      isLarge ? 'bg-control font-medium text-ink' : 'text-muted',
    )}
  >
    {children}
  </button>
);
