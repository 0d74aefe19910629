import { cn } from '@/components/ui/cn';
import type { StreamJson } from '@/lib/contracts/streams';
import { StateMark } from './state-mark';
import { type StateTone, stateWord } from './stream-words';

export const toneClass: Record<StateTone, string> = {
  live: 'text-live',
  pending: 'text-pending',
  failed: 'text-failed',
  off: 'text-faint',
};

/** A stream's state as a shape and a word. The page's StateAnnouncer says changes. */
export function StateLine({ stream, className }: { stream: StreamJson; className?: string }) {
  const { word, tone } = stateWord(stream.attributes);
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
