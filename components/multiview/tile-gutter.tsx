import type { ComponentProps, ReactNode } from 'react';
import { StateMark, TallyMark, toneClass } from '@/components/stream/marks';
import type { StateWord } from '@/components/stream/stream-words';
import { Badge } from '@/components/ui/badge';
import { cn } from '@/components/ui/cn';
import type { TallyState } from '@/lib/core/tally';

/**
 * The rows of a tile: its picture, and the gutter below it. A 16:10 tile leaves a tenth of its height below and around a
 * 16:9 picture. A tile that fills the page leaves only the height of its text.
 */
export const tileRowsClass = {
  usual: 'grid-rows-[minmax(0,1fr)_minmax(clamp(1.25rem,8.5cqh,3rem),auto)]',
  full: 'grid-rows-[minmax(0,1fr)_minmax(2.75rem,auto)]',
  overlay: 'grid-rows-[minmax(0,1fr)]',
};

interface TileGutterProps {
  /** The camera's: the keys that show it. */
  number: number;
  name: string;
  state: StateWord;
  /** Leaves the word to assistive technology; the mark says it. */
  hidesWord: boolean;
  isFull: boolean;
  /** Whether it lies on the picture's lower edge. */
  isOverlay: boolean;
  tally: TallyState | null;
  /** Whether it shows what is on air. */
  isProgram: boolean;
  /** Other cameras of the event are recorded, and this one is not: to be recorded is usual, and not said. */
  isUnrecorded: boolean;
  /** For the part that the user drags. */
  handle: ComponentProps<'div'>;
  /** Between the name and the state. */
  alarms: ReactNode;
  /** Below all of it. */
  figures: ReactNode;
  /** At the end. */
  children: ReactNode;
}

/**
 * The strip below a tile's picture, as under a monitor: number, name, alarms, state, meters and buttons. Its
 * text is about a twentieth of the tile's height, to be read across a room. Where there is little space the word gives way
 * to the name, which a failed camera shows whole where that is a line or two.
 */
export function TileGutter({
  number,
  name,
  state,
  hidesWord,
  isFull,
  isOverlay,
  tally,
  isProgram,
  isUnrecorded,
  handle,
  alarms,
  figures,
  children,
}: TileGutterProps) {
  const isOnAir = tally === 'program';
  return (
    <div
      data-testid="tile-gutter"
      data-tile-label
      className={cn(
        'grid grid-cols-1 content-center px-[0.5em] font-medium text-white select-none forced-color-adjust-none',
        isOverlay && 'absolute inset-x-0 bottom-0 py-[0.3em]',
        isOnAir ? 'bg-program' : isOverlay ? 'bg-black/65' : 'bg-black',
        isFull ? 'text-lg' : 'text-[length:clamp(0.75rem,4.4cqh,2.25rem)]',
        // Last, because a size brings a line height of its own.
        'leading-tight',
      )}
    >
      <div className="flex min-w-0 items-center gap-[0.5em]">
        <div
          {...handle}
          data-testid="tile-label"
          className="flex min-w-0 cursor-grab touch-none items-center gap-[0.5em]"
        >
          <span aria-hidden className="shrink-0 text-white/75">
            {number}
          </span>
          <span
            dir="auto"
            className={cn(
              'min-w-[2em] truncate',
              state.tone === 'failed' && '@min-[280px]:wrap-anywhere @min-[280px]:whitespace-normal',
            )}
          >
            {name}
          </span>
        </div>
        {isProgram ? <Badge className="@max-[200px]:hidden border-white/50 text-white">Program</Badge> : null}
        <TallyMark tally={tally} />
        {isUnrecorded ? (
          <span className={cn('shrink-[999] truncate', isOnAir ? 'text-white' : 'text-pending')}>Not recorded</span>
        ) : null}
        {alarms}
        <span
          data-testid="state"
          className={cn(
            'ml-auto flex min-w-[0.75em] shrink-[9999] items-center gap-[0.4em]',
            isOnAir ? 'text-white' : toneClass[state.tone],
          )}
        >
          <StateMark tone={state.tone} className="size-[0.75em]" />
          <span className={hidesWord ? 'sr-only' : '@max-[200px]:sr-only truncate'}>{state.word}</span>
        </span>
        {children}
      </div>
      {figures ? <div className="-mx-[0.5em] bg-black px-[0.5em]">{figures}</div> : null}
    </div>
  );
}
