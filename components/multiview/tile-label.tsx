import { Volume2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { StateMark } from '@/components/stream/state-mark';
import type { StateWord } from '@/components/stream/stream-words';
import { toneClass } from '@/components/stream/tone-class';
import { TallyMark } from '@/components/tally/tally-mark';
import { cn } from '@/components/ui/cn';
import type { TallyState } from '@/lib/core/tally';

/**
 * The lower edge of what ends above a tile's label. A percentage is laid out anew where a tile changes its size; container
 * units have their element's style computed anew, too.
 */
export const aboveLabelClass = 'bottom-[max(1rem,5.5%)]';

interface TileLabelProps extends ComponentProps<'div'> {
  /** The tile's number on the multiview, from 1: the keys that show it. */
  number: number;
  name: string;
  state: StateWord;
  /** Leaves the word to assistive technology; the mark says it. */
  hidesWord: boolean;
  isAudible: boolean;
  tally: TallyState | null;
}

/**
 * The strip at a tile's lower edge, as under a monitor: number, name, state. It is about a twentieth of the tile's height, to
 * be read across a room. Where there is little space the word gives way to the name, which a failed camera shows whole.
 */
export function TileLabel({ number, name, state, hidesWord, isAudible, tally, ...props }: TileLabelProps) {
  return (
    <div
      {...props}
      data-testid="tile-label"
      className="pointer-events-auto flex min-h-[1.34em] cursor-grab touch-none items-center gap-[0.5em] bg-black/75 px-[0.5em] font-medium text-[length:max(0.75rem,4.1cqh)] text-white leading-tight select-none forced-color-adjust-none"
    >
      <span aria-hidden className="shrink-0 text-white/75">
        {number}
      </span>
      {isAudible ? <Volume2 aria-label="Sound on" className="size-[1em] shrink-0" /> : null}
      <span dir="auto" className={cn('min-w-0', state.tone === 'failed' ? 'wrap-anywhere' : 'truncate')}>
        {name}
      </span>
      <TallyMark tally={tally} />
      <span
        data-testid="state"
        className={cn('ml-auto flex min-w-[0.75em] shrink-[9999] items-center gap-[0.4em]', toneClass[state.tone])}
      >
        <StateMark tone={state.tone} className="size-[0.75em]" />
        <span className={hidesWord ? 'sr-only' : 'truncate'}>{state.word}</span>
      </span>
    </div>
  );
}
