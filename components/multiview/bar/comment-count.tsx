import { openCommentsOf, openCommentWords } from '@/components/comments/comment-words';
import { useComments } from '@/lib/browser/data/use-comments';

interface CommentCountProps {
  eventId: string;
}

/** How many comments on an event nobody has marked as done, as they come. It lies on its button and moves nothing. */
export function CommentCount({ eventId }: CommentCountProps) {
  const { data } = useComments(eventId);
  const count = openCommentsOf((data ?? []).map(({ attributes }) => attributes)).length;
  if (count === 0) return null;
  return (
    <>
      <span className="sr-only">{openCommentWords(count)}</span>
      <span
        aria-hidden
        data-testid="comment-count"
        className="pointer-events-none absolute -top-1 -right-1.5 min-w-4 rounded-full bg-info px-1 text-center font-semibold text-canvas text-xs leading-4 tabular-nums forced-color-adjust-none"
      >
        {count > maxCount ? `${maxCount}+` : count}
      </span>
    </>
  );
}

/** A count of more digits would lie on the next button. */
const maxCount = 99;
