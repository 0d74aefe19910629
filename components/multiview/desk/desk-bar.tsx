'use client';

import { Confirm } from '@/components/controls/confirm';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import type { ProgramDeskView } from '@/lib/browser/tally/use-program-desk';
import type { StreamJson } from '@/lib/contracts/streams';
import { deskWords, switcherNames } from './desk-words';

interface DeskBarProps {
  desk: ProgramDeskView;
  streams: readonly StreamJson[];
}

/** Below the tiles of a multiview that cuts: what is on air and next, the cut, and who has the program. */
export function DeskBar({ desk, streams }: DeskBarProps) {
  const { program, programId, previewId, isAsked, cut, ask, answer, release } = desk;
  const find = (id: string | null) => streams.find((stream) => stream.id === id);
  const [onAir, next] = [find(programId), find(previewId)];
  const words = program ? deskWords(program, onAir?.attributes.name ?? null) : null;
  return (
    <section
      aria-label="Cut here"
      data-testid="desk"
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 bg-canvas px-3 py-2 sm:flex-nowrap"
    >
      <Bus word="On air" stream={onAir} className="bg-program text-white" />
      <Bus word="Next" stream={next} className="bg-black text-preview inset-ring-2 inset-ring-preview" />
      <Button
        variant="primary"
        aria-keyshortcuts="Enter Space"
        disabled={!next}
        onClick={cut}
        className="h-12 min-w-32 text-lg max-sm:w-full pointer-coarse:h-14"
      >
        Cut
      </Button>
      <p role="status" className="min-w-0 flex-1 text-balance text-muted text-sm">
        {words ?? (next ? null : 'Choose what is next by its number, or press its picture.')}
      </p>
      {program?.held_by === 'switcher' ? <Button onClick={ask}>Take the program</Button> : null}
      {program?.held_by === 'sightline' ? (
        <Button variant="ghost" onClick={release}>
          {program.switchers.length > 0 ? 'Give it back' : 'Release the program'}
        </Button>
      ) : null}
      <Confirm
        open={isAsked}
        onOpenChange={(isOpen) => {
          if (!isOpen) answer(false);
        }}
        question={`Take the program from ${switcherNames(program)}?`}
        consequence="It is cut here then. What the switcher has on air no longer counts until you give it back."
        action="Take the program"
        onConfirm={() => answer(true)}
        className="dark text-ink"
      />
    </section>
  );
}

interface BusProps {
  word: string;
  stream: StreamJson | undefined;
  className: string;
}

/** The camera on air, or the next one: the word, its number and its name. */
const Bus = ({ word, stream, className }: BusProps) => (
  <p className="flex min-w-0 items-center gap-2 max-sm:flex-1 sm:w-56 sm:shrink-0">
    <span
      className={cn('shrink-0 rounded-sm px-2 py-1 font-semibold leading-tight forced-color-adjust-none', className)}
    >
      {word}
    </span>
    <span dir="auto" className="truncate font-medium">
      {stream ? `${stream.attributes.number} ${stream.attributes.name}` : '–'}
    </span>
  </p>
);
