'use client';

import { Check, Reply, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Confirm } from '@/components/controls/confirm';
import { toastFailure } from '@/components/controls/toast-failure';
import { Button } from '@/components/ui/button';
import { messageOr } from '@/lib/browser/api/error-text';
import { useMay } from '@/lib/browser/api/use-may';
import { useCommentMutations } from '@/lib/browser/data/use-comments';
import { useEventClock } from '@/lib/browser/page/event-clock';
import { CommentForm } from './comment-form';
import { CommentList } from './comment-list';
import type { ShownComment } from './comment-words';

interface EventCommentsProps {
  eventId: string;
  comments: readonly ShownComment[];
  cameras: readonly { id: string; name: string }[];
  /** The moment that a new comment is about; null while none is written. */
  draftMs: number | null;
  /** @param atMs the draft's moment: there may be another one by now */
  onCloseDraft: (atMs: number) => void;
  onJump?: ((atMs: number) => void) | undefined;
  /** True in a dialog of the multiview, which has a title, and is dark in both themes. */
  isInMultiview?: boolean;
}

const sentenceOf = (error: unknown): string => messageOr(error, 'The comment could not be sent. Try again.');

/** The comments on an event for members, who answer them, mark them as done, and delete them where they may. */
export function EventComments({
  eventId,
  comments,
  cameras,
  draftMs,
  onCloseDraft,
  onJump,
  isInMultiview = false,
}: EventCommentsProps) {
  const mayCreate = useMay('comments.create');
  const mayUpdate = useMay('comments.update');
  const mayDelete = useMay('comments.delete');
  const { toSecond } = useEventClock();
  const { create, setDone, remove } = useCommentMutations(eventId);
  const [answered, setAnswered] = useState<string | null>(null);
  const [deleted, setDeleted] = useState<ShownComment | null>(null);
  const failed = toastFailure('Failed to change the comment');
  if (comments.length === 0 && draftMs === null) return null;
  return (
    <section aria-labelledby={isInMultiview ? undefined : 'comments'} className="grid gap-3">
      {isInMultiview ? null : (
        <h2 id="comments" className="font-semibold text-lg">
          Comments
        </h2>
      )}
      {draftMs !== null && mayCreate ? (
        <CommentForm
          key={draftMs}
          label={`Comment at ${toSecond(draftMs)}`}
          cameras={cameras}
          action="Comment"
          hasFocus
          onCancel={() => onCloseDraft(draftMs)}
          onSend={async ({ text, streamId }) => {
            try {
              await create.mutateAsync({ text, stream_id: streamId, at: new Date(draftMs).toISOString() });
            } catch (error) {
              return sentenceOf(error);
            }
            onCloseDraft(draftMs);
            return null;
          }}
        />
      ) : null}
      <CommentList
        comments={comments}
        cameras={cameras}
        onJump={onJump}
        actionsOf={(comment) => (
          <>
            {mayCreate && comment.parent_id === null ? (
              <Button variant="ghost" onClick={() => setAnswered(comment.id)}>
                <Reply aria-hidden />
                <span className="max-sm:sr-only">Answer</span>
              </Button>
            ) : null}
            {mayUpdate && comment.parent_id === null ? (
              <Button
                variant="ghost"
                onClick={() => void setDone.mutateAsync({ id: comment.id, isDone: !comment.is_done }).catch(failed)}
              >
                {comment.is_done ? <RotateCcw aria-hidden /> : <Check aria-hidden />}
                <span className="max-sm:sr-only">{comment.is_done ? 'Open again' : 'Done'}</span>
              </Button>
            ) : null}
            {mayDelete ? (
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Delete the comment of ${comment.author}`}
                onClick={() => setDeleted(comment)}
              >
                <Trash2 aria-hidden />
              </Button>
            ) : null}
          </>
        )}
        below={(comment) =>
          answered === comment.id ? (
            <CommentForm
              label={`Answer ${comment.author}`}
              cameras={[]}
              action="Answer"
              hasFocus
              onCancel={() => setAnswered(null)}
              onSend={async ({ text }) => {
                try {
                  await create.mutateAsync({ text, parent_id: comment.id });
                } catch (error) {
                  return sentenceOf(error);
                }
                setAnswered((now) => (now === comment.id ? null : now));
                return null;
              }}
            />
          ) : null
        }
      />
      <Confirm
        open={deleted !== null}
        onOpenChange={() => setDeleted(null)}
        question={`Delete the comment of ${deleted?.author}?`}
        consequence="Its answers go with it, and guests no longer see it."
        action="Delete"
        className={isInMultiview ? 'dark text-ink' : ''}
        onConfirm={() => deleted && void remove.mutateAsync(deleted.id).catch(failed)}
      />
    </section>
  );
}
