'use client';

import { cn } from '@/components/ui/cn';
import type { StreamJson } from '@/lib/contracts/streams';
import { useShownState } from './shown/use-shown-state';
import { StateMark } from './state-mark';
import { toneClass } from './tone-class';

/** A stream's state as a shape and a word. The page's StateAnnouncer says changes. */
export function StateLine({ stream, className }: { stream: StreamJson; className?: string }) {
  const { word, tone } = useShownState(stream);
  return (
    <p
      data-testid="state"
      className={cn('flex items-center gap-1.5 font-medium text-sm whitespace-nowrap', toneClass[tone], className)}
    >
      <StateMark tone={tone} />
      {word}
    </p>
  );
}
