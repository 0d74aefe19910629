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
  const percent = (atMs: number) => ((atMs - session.startMs) / (session.endMs - session.startMs)) * 100;
  return (
    <div className="grid grid-cols-[8rem_1fr] items-center gap-2 max-sm:grid-cols-[5rem_1fr]">
      <span className="px-2 text-muted text-sm">Marks</span>
      <div className="relative h-6 pointer-coarse:h-11">
        {marks.map((mark, index) => (
          <button
            key={mark.id}
            type="button"
            title={markWords(mark)}
            aria-label={`Go to ${markWords(mark)}`}
            onClick={() => onJump(markMs(mark))}
            className="absolute inset-y-0 -ml-3 flex min-w-6 items-center rounded-sm text-left text-info text-sm hover:bg-control"
            // Its word ends where the next mark begins.
            style={{
              left: `${percent(markMs(mark))}%`,
              maxWidth: `${percent(nextMs(marks[index + 1], session)) - percent(markMs(mark))}%`,
            }}
          >
            <Bookmark aria-hidden className="mx-1 size-4 shrink-0 fill-current" />
            <span dir="auto" className="truncate">
              {mark.attributes.name}
            </span>
          </button>
        ))}
      </div>
    </div>
  );
}

const nextMs = (next: MarkJson | undefined, { endMs }: Stretch): number => (next ? markMs(next) : endMs);
