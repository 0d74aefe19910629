import { MessageSquare } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { commentNews, newestComment } from '@/components/comments/comment-words';
import { useComments } from '@/lib/browser/data/use-comments';
import { secondMs } from '@/lib/core/durations';
import { placeClear } from './place-clear';

const gapPx = 6;
const shownMs = 10 * secondMs;
/** While the pointer or the keyboard is on it, it looks again after this. */
const heldMs = secondMs;

interface NewCommentProps {
  eventId: string;
  /** Whether the comments are on the screen: what comes then is no news. */
  isReading: boolean;
  /** Whether the bar above it has slid away. */
  isBarHidden: boolean;
  onOpen: () => void;
  /** Hands its words to the page's live region. */
  onNews: (words: string) => void;
}

/**
 * Shows the author and first words of a comment that has just come, at the edge of the screen below the bar. It moves no tile,
 * lies on no label, and goes by itself.
 */
export function NewComment({ eventId, isReading, isBarHidden, onOpen, onNews }: NewCommentProps) {
  const noteRef = useRef<HTMLButtonElement>(null);
  const { data } = useComments(eventId);
  const [seen, setSeen] = useState<ReadonlySet<string> | null>(null);
  const news = seen && data ? newestComment(data, seen) : null;
  const words = news ? commentNews(news) : null;
  const id = isReading ? null : (news?.id ?? null);
  const see = useEffectEvent(() => setSeen(new Set(data?.map((comment) => comment.id))));
  const tell = useEffectEvent(() => words && onNews(`New comment. ${words}`));
  const isLoaded = data !== undefined;
  const isFirst = seen === null;
  const count = data?.length;

  // Comments from before are no news, nor are those that come while somebody reads.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each that comes while somebody reads is seen
  useEffect(() => {
    if (isLoaded && (isFirst || isReading)) see();
  }, [isLoaded, isFirst, isReading, count]);
  useEffect(() => {
    if (id === null) return;
    tell();
    let timer: ReturnType<typeof setTimeout>;
    const end = () => {
      if (noteRef.current?.matches(':hover, :focus-visible')) timer = setTimeout(end, heldMs);
      else see();
    };
    timer = setTimeout(end, shownMs);
    return () => clearTimeout(timer);
  }, [id]);
  useClearOfLabels(noteRef, id, isBarHidden);

  if (id === null) return null;
  return (
    <button
      key={id}
      ref={noteRef}
      type="button"
      data-testid="new-comment"
      onClick={onOpen}
      className="absolute top-full right-2 flex h-7 max-w-[min(28rem,calc(100%-1rem))] items-center gap-2 rounded-md border border-line-strong bg-floating px-2.5 text-sm shadow-float fade-in-0 animate-in duration-150 hover:bg-control pointer-coarse:h-11"
    >
      <MessageSquare aria-hidden className="size-4 shrink-0 text-info" />
      <span dir="auto" className="truncate">
        {words}
      </span>
    </button>
  );
}

/** Keeps a note off the labels of tiles, also when the bar comes or goes and when the tiles are scrolled. */
function useClearOfLabels(noteRef: RefObject<HTMLElement | null>, id: string | null, isBarHidden: boolean): void {
  useLayoutEffect(() => {
    const note = noteRef.current;
    const bar = note?.offsetParent;
    if (id === null || !note || !(bar instanceof HTMLElement)) return;
    const place = () => {
      // Where the bar slides to, not where it is on its way.
      const edge = Number.parseFloat(getComputedStyle(bar).top) + (isBarHidden ? 0 : bar.offsetHeight);
      const { left, right, height } = note.getBoundingClientRect();
      const labels = [...document.querySelectorAll('[data-tile-label]')].map((label) => label.getBoundingClientRect());
      note.style.marginTop = `${placeClear({ left, right, top: edge + gapPx, height }, labels) - edge}px`;
    };
    place();
    document.addEventListener('scroll', place, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', place, { capture: true });
  }, [noteRef, id, isBarHidden]);
}
