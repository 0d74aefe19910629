'use client';

import { MessageSquarePlus } from 'lucide-react';
import { useState } from 'react';
import { commentMs, type ShownComment } from '@/components/comments/comment-words';
import { EventComments } from '@/components/comments/event-comments';
import { momentAddress } from '@/components/recordings/in-out';
import { Button } from '@/components/ui/button';
import { Dialog, DialogContent, DialogTitle } from '@/components/ui/dialog';
import { useMay } from '@/lib/browser/api/use-may';
import { useComments } from '@/lib/browser/data/use-comments';
import { useRecordedTotal } from '@/lib/browser/data/use-recordings';
import type { StreamJson } from '@/lib/contracts/streams';

interface CommentsDialogProps {
  eventId: string;
  /** The cameras that a comment can be about. */
  cameras: StreamJson[];
  onClose: () => void;
}

/** Lists what guests and members say of a live event, beside its cameras. A moment opens its recording in another tab. */
export function CommentsDialog({ eventId, cameras, onClose }: CommentsDialogProps) {
  const mayCreate = useMay('comments.create');
  const { data } = useComments(eventId);
  const isRecorded = (useRecordedTotal(eventId).data?.duration_ms ?? 0) > 0;
  const [draftMs, setDraftMs] = useState<number | null>(null);
  const comments = data?.map(({ id, attributes }) => ({ id, ...attributes }));
  return (
    // Not modal, as the help of the keys.
    <Dialog open onOpenChange={onClose} modal={false}>
      <DialogContent
        className="dark top-14 right-3 left-auto max-h-[calc(100dvh-5rem)] translate-x-0 translate-y-0 text-ink max-sm:right-4"
        aria-describedby={undefined}
      >
        <DialogTitle>Comments</DialogTitle>
        {mayCreate && draftMs === null ? (
          <Button className="justify-self-start" onClick={() => setDraftMs(Date.now())}>
            <MessageSquarePlus aria-hidden />
            Comment on this moment
          </Button>
        ) : null}
        {comments?.length === 0 && draftMs === null ? (
          <p className="text-muted">
            Nothing said yet. Guests comment where their link allows it: tick “Guests may comment” when you share with a
            client.
          </p>
        ) : null}
        <EventComments
          isInMultiview
          eventId={eventId}
          comments={newestFirst(comments ?? [])}
          cameras={cameras.map(({ id, attributes: { name } }) => ({ id, name }))}
          draftMs={draftMs}
          onCloseDraft={(atMs) => setDraftMs((now) => (now === atMs ? null : now))}
          onJump={
            isRecorded ? (atMs) => void window.open(momentAddress(eventId, atMs), '_blank', 'noopener') : undefined
          }
        />
      </DialogContent>
    </Dialog>
  );
}

/** A live show asks for its newest moments. Answers stay in the order in which they came. */
const newestFirst = <Comment extends ShownComment>(comments: Comment[]): Comment[] =>
  comments.toSorted((one, other) => (one.parent_id || other.parent_id ? 0 : commentMs(other) - commentMs(one)));
