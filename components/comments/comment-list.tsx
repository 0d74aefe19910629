import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/components/ui/cn';
import { useEventClock } from '@/lib/browser/page/event-clock';
import { commentMs, type ShownComment, threadsOf } from './comment-words';

interface CommentListProps<Comment extends ShownComment> {
  comments: readonly Comment[];
  cameras: readonly { id: string; name: string }[];
  /** Goes to the moment of a comment; undefined where there is nothing to go to. */
  onJump?: ((atMs: number) => void) | undefined;
  /** The buttons of a comment. */
  actionsOf?: (comment: Comment) => ReactNode;
  /** Content below a comment and its answers. */
  below?: (comment: Comment) => ReactNode;
}

/** Comments by their moments, with their answers. Their texts are plain, and isolated from what stands around them. */
export function CommentList<Comment extends ShownComment>({
  comments,
  cameras,
  onJump,
  actionsOf,
  below,
}: CommentListProps<Comment>) {
  const { toSecond } = useEventClock();
  const threads = threadsOf(comments);
  if (threads.length === 0) return null;
  return (
    <ul aria-label="Comments" className="max-h-96 divide-y overflow-y-auto rounded-lg border">
      {threads.map(({ comment, answers }) => {
        const camera = cameras.find(({ id }) => id === comment.stream_id)?.name;
        const time = <time dateTime={comment.at}>{toSecond(commentMs(comment))}</time>;
        return (
          <li key={comment.id} data-testid="comment" className="grid gap-1.5 p-3">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
              {onJump ? (
                <button
                  type="button"
                  aria-label={`Go to ${toSecond(commentMs(comment))}`}
                  onClick={() => onJump(commentMs(comment))}
                  className="min-h-6 rounded-sm px-1 font-mono text-info hover:bg-control pointer-coarse:min-h-11"
                >
                  {time}
                </button>
              ) : (
                <span className="font-mono text-muted">{time}</span>
              )}
              <bdi className="min-w-0 wrap-anywhere font-medium">{comment.author}</bdi>
              {comment.is_from_guest ? <span className="text-muted">Guest</span> : null}
              {camera ? <bdi className="wrap-anywhere text-muted">{camera}</bdi> : null}
              {comment.is_done ? (
                <span className="flex items-center gap-1 text-live">
                  <Check aria-hidden className="size-4" />
                  Done
                </span>
              ) : null}
              <div className="ml-auto flex gap-1">{actionsOf?.(comment)}</div>
            </div>
            <CommentText comment={comment} className={comment.is_done ? 'text-muted' : ''} />
            {answers.map((answer) => (
              <div key={answer.id} className="grid gap-0.5 border-l-2 pl-3">
                <div className="flex items-center gap-2 text-sm">
                  <bdi className="min-w-0 wrap-anywhere font-medium">{answer.author}</bdi>
                  <div className="ml-auto flex gap-1">{actionsOf?.(answer)}</div>
                </div>
                <CommentText comment={answer} />
              </div>
            ))}
            {below?.(comment)}
          </li>
        );
      })}
    </ul>
  );
}

const CommentText = ({ comment, className }: { comment: ShownComment; className?: string }) => (
  <p dir="auto" className={cn('wrap-anywhere whitespace-pre-line', className)}>
    {comment.text}
  </p>
);
