'use client';

import { MessageSquare, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { CommentForm } from '@/components/comments/comment-form';
import { CommentList } from '@/components/comments/comment-list';
import type { ShownComment } from '@/components/comments/comment-words';
import { watchLatencies } from '@/components/preview/use-screen-latency';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { messageOr } from '@/lib/browser/api/error-text';
import type { Share, ShareAccess } from '@/lib/browser/share/share-access';
import { median } from '@/lib/core/median';

/** Storage key of the name that a guest typed last, in this browser alone. */
const nameKey = 'sl_guest_name';

/** Sends a comment of a guest. */
export type SendComment = ShareAccess['comment'];

interface GuestCommentFormProps {
  label: string;
  cameras: readonly { id: string; name: string }[];
  onSend: SendComment;
  /** The moment of the comment, asked for when it is sent. */
  momentOf: () => { at?: string; ago_ms?: number };
  hasFocus?: boolean;
  onBegin?: () => void;
}

/** The form of a guest's comment, which knows the guest's name from the last one. */
export function GuestCommentForm({ onSend, momentOf, ...form }: GuestCommentFormProps) {
  const [guestName] = useState(storedName);
  return (
    <CommentForm
      {...form}
      guestName={guestName}
      action="Comment"
      onSend={async ({ name, text, streamId }) => {
        keepName(name);
        try {
          await onSend({ name, text, stream_id: streamId, ...momentOf() });
          return null;
        } catch (error) {
          return messageOr(error, 'The comment could not be sent. Try again.');
        }
      }}
    />
  );
}

function storedName(): string {
  try {
    return localStorage.getItem(nameKey) ?? '';
  } catch {
    // The browser forbids storage: the name is typed again.
    return '';
  }
}

function keepName(name: string): void {
  try {
    localStorage.setItem(nameKey, name);
  } catch {
    // As above.
  }
}

/** A guest who begins to write later than this after opening the form writes about something newer. */
const thinkingMs = 15_000;

interface LiveCommentsProps {
  share: Share;
  comments: readonly ShownComment[];
  onSend: SendComment;
  /** The classes of the button that opens them. */
  className?: string;
}

/** Comments on what live cameras show: at the moment that the guest saw when they began to write. */
export function LiveComments({ share: { cameras }, comments, onSend, className }: LiveCommentsProps) {
  const [isOpen, setOpen] = useState(false);
  const latencyMs = useLatency();
  const begun = useRef({ atMs: 0, latencyMs: 0 });
  const begin = () => {
    begun.current = { atMs: performance.now(), latencyMs: latencyMs() };
  };
  const shown = cameras.map(({ stream_id: id, name }) => ({ id, name }));
  return (
    <>
      <Button
        aria-expanded={isOpen}
        onClick={() => {
          begin();
          setOpen(!isOpen);
        }}
        className={className}
      >
        <MessageSquare aria-hidden />
        Comment
      </Button>
      {isOpen ? (
        <aside
          aria-label="Comments"
          className={cn(
            'fixed inset-x-2 bottom-2 z-40 grid max-h-[70dvh] gap-3 overflow-y-auto rounded-lg border bg-floating p-4 text-ink shadow-lg',
            'sm:left-auto sm:w-96',
          )}
        >
          <Button
            variant="ghost"
            size="icon"
            aria-label="Close comments"
            onClick={() => setOpen(false)}
            className="absolute top-2 right-2"
          >
            <X aria-hidden />
          </Button>
          <GuestCommentForm
            label="Comment on this moment"
            cameras={shown}
            hasFocus
            onBegin={() => performance.now() - begun.current.atMs > thinkingMs && begin()}
            onSend={onSend}
            momentOf={() => ({ ago_ms: Math.round(performance.now() - begun.current.atMs + begun.current.latencyMs) })}
          />
          <CommentList comments={comments} cameras={shown} />
        </aside>
      ) : null}
    </>
  );
}

/** How far behind the cameras the page is, in milliseconds: the median of those that it shows, 0 where none says so. */
function useLatency(): () => number {
  const known = useRef(new Map<string, number>());
  useEffect(
    () =>
      watchLatencies((identity, latencyMs) => {
        if (latencyMs === null) known.current.delete(identity);
        else known.current.set(identity, latencyMs);
      }),
    [],
  );
  return () => (known.current.size === 0 ? 0 : Math.max(0, median([...known.current.values()])));
}
