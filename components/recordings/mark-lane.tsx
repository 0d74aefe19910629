import { Bookmark } from 'lucide-react';
import type { MarkJson } from '@/lib/contracts/marks';
import type { Stretch } from '@/lib/core/stretch';
import { markMs, markWords } from './mark-words';

interface MarkLaneProps {
  marks: MarkJson[];
  session: Stretch;
  onJump: (atMs: number) => void;
}

/** The row of the timeline with the marks of a show; a press on one goes to its moment. */
export function MarkLane({ marks, session, onJump }: MarkLaneProps) {
  if (marks.length === 0) return null;
  return (
    <div className="grid grid-cols-[8rem_1fr] items-center gap-2 max-sm:grid-cols-[5rem_1fr]">
      <span className="px-2 text-muted text-sm">Marks</span>
      <div className="relative h-6 pointer-coarse:h-11">
        {marks.map((mark) => (
          <button
            key={mark.id}
            type="button"
            title={markWords(mark)}
            aria-label={`Go to ${markWords(mark)}`}
            onClick={() => onJump(markMs(mark))}
            className="absolute inset-y-0 grid w-6 -translate-x-1/2 place-items-center rounded-sm text-info hover:bg-control"
            style={{ left: `${((markMs(mark) - session.startMs) / (session.endMs - session.startMs)) * 100}%` }}
          >
            <Bookmark aria-hidden className="size-4 fill-current" />
          </button>
        ))}
      </div>
    </div>
  );
}
