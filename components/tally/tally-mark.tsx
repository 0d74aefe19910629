import { cn } from '@/components/ui/cn';
import { lookUp } from '@/lib/core/look-up';
import type { TallyState } from '@/lib/core/tally';
import { tallyWord } from './tally-word';

const classOf: Record<TallyState, string> = {
  program: 'bg-program text-white',
  // An outline beside a filled mark: the two differ without their colors, too.
  preview: 'bg-black text-preview inset-ring-2 inset-ring-preview',
  off: '',
  unknown: 'bg-black/75 text-white/75 outline outline-dashed outline-white/50',
};

/** Says of a camera that it is on air, next, or that nobody knows; nothing where it is neither. */
export function TallyMark({ tally, className }: { tally: TallyState | null; className?: string }) {
  const word = tally && tallyWord(tally);
  if (!word) return null;
  return (
    <span
      data-testid="tally"
      className={cn(
        'shrink-0 rounded-[0.2em] px-[0.4em] py-[0.1em] font-semibold leading-tight forced-color-adjust-none',
        lookUp(classOf, tally) ?? classOf.unknown,
        className,
      )}
    >
      {word}
    </span>
  );
}
