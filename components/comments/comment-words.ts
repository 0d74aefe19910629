import type { EventClock } from '@/lib/browser/page/event-clock';
import { countWords } from '@/lib/contracts/catalogue/figure-words';
import type { CommentJson } from '@/lib/contracts/comments';

/** A comment as a page shows it, to members or to guests. */
export interface ShownComment {
  id: string;
  stream_id: string | null;
  parent_id: string | null;
  at: string;
  author: string;
  is_from_guest: boolean;
  text: string;
  is_done: boolean;
}

/** The moment of a comment, in milliseconds since 1970. */
export const commentMs = ({ at }: ShownComment): number => Date.parse(at);

/** The comments that answer none, each with its answers; an answer without its comment is left out. */
export const threadsOf = <Comment extends ShownComment>(comments: readonly Comment[]) =>
  comments
    .filter(({ parent_id }) => parent_id === null)
    .map((comment) => ({ comment, answers: comments.filter(({ parent_id }) => parent_id === comment.id) }));

/** The comments that answer none and that nobody has marked as done. */
export const openCommentsOf = <Comment extends Pick<ShownComment, 'parent_id' | 'is_done'>>(
  comments: readonly Comment[],
): Comment[] => comments.filter(({ parent_id, is_done }) => parent_id === null && !is_done);

/** How many comments are open, in words. */
export const openCommentWords = (count: number): string => countWords(count, 'open comment');

/** A comment in one line, for assistive technology and tooltips. @param clock the event's */
export const commentWords = (comment: ShownComment, clock: EventClock): string =>
  `${comment.author} at ${clock.toSecond(commentMs(comment))}: ${comment.text.replaceAll(/\s+/g, ' ')}`;

/** The comment that came last of those that nobody has seen or marked as done, or null. */
export function newestComment(comments: readonly CommentJson[], seen: ReadonlySet<string>): CommentJson | null {
  const news = comments.filter(({ id, attributes }) => !seen.has(id) && !attributes.is_done);
  const cameMs = ({ attributes }: CommentJson): number => Date.parse(attributes.created_at);
  return news.toSorted((one, other) => cameMs(one) - cameMs(other)).at(-1) ?? null;
}

/** More of it is read in the list. */
const maxNewsCharacters = 120;

/** Names a comment's author and quotes its first words, in one line. */
export function commentNews({ attributes }: CommentJson): string {
  const characters = [...attributes.text.replaceAll(/\s+/g, ' ')];
  const isLong = characters.length > maxNewsCharacters;
  return `${attributes.author}: ${characters.slice(0, maxNewsCharacters).join('')}${isLong ? '…' : ''}`;
}
