import { MessageSquare } from 'lucide-react';
import { cn } from '@/components/ui/cn';
import { useEventClock } from '@/lib/browser/page/event-clock';
import type { Stretch } from '@/lib/core/stretch';
import { commentMs, commentWords, type ShownComment } from './comment-words';

interface CommentLaneProps {
  /** Those that answer none, by their moments. */
  comments: readonly ShownComment[];
  /** The part of the show that the timeline shows. */
  session: Stretch;
  /** The end of a show that is still recorded. Later comments stand there until their moment is recorded. */
  growsFromMs?: number | null;
  onJump: (atMs: number) => void;
}

/** The row of the timeline with what guests and members say; a press on a comment goes to its moment. */
export function CommentLane({ comments, session: { startMs, endMs }, growsFromMs, onJump }: CommentLaneProps) {
  const clock = useEventClock();
  const placeMs = (comment: ShownComment) => Math.min(commentMs(comment), growsFromMs ?? Number.POSITIVE_INFINITY);
  const shown = comments.filter((comment) => placeMs(comment) >= startMs && placeMs(comment) <= endMs);
  if (shown.length === 0) return null;
  return (
    <div className="grid grid-cols-[8rem_1fr] items-center gap-2 max-sm:grid-cols-[5rem_1fr]">
      <span className="truncate px-2 text-muted text-sm">Comments</span>
      <div className="relative h-6 pointer-coarse:h-11">
        {shown.map((comment) => (
          <button
            key={comment.id}
            type="button"
            data-testid="comment-marker"
            title={commentWords(comment, clock)}
            aria-label={`Go to the comment of ${commentWords(comment, clock)}`}
            onClick={() => onJump(commentMs(comment))}
            className={cn(
              'absolute inset-y-0 -ml-3 flex w-6 items-center justify-center rounded-sm hover:bg-control',
              comment.is_done ? 'text-faint' : 'text-info',
            )}
            style={{ left: `${((placeMs(comment) - startMs) / (endMs - startMs)) * 100}%` }}
          >
            <MessageSquare aria-hidden className={cn('size-4', !comment.is_done && 'fill-current')} />
          </button>
        ))}
      </div>
    </div>
  );
}
