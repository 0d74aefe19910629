'use client';

import { useState } from 'react';
import { CopyLine } from '@/components/stream/connection/copy-line';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog, DialogContent, DialogDescription, DialogTitle, DialogTrigger } from '@/components/ui/dialog';
import { Skeleton } from '@/components/ui/skeleton';
import { messageOr } from '@/lib/browser/api/error-text';
import { useShareLinks } from '@/lib/browser/data/use-share-links';
import { NewShareLink } from './new-share-link';
import { ShareLinkList } from './share-link-list';
import type { RecordedRange } from './share-link-words';

interface ShareDialogProps {
  eventId: string;
  /** Opens and closes it; it is open when it mounts. */
  trigger: React.ReactElement;
}

interface RangeShareDialogProps {
  eventId: string;
  /** The range of recordings that a new link shows. */
  range: RecordedRange;
  trigger: React.ReactElement;
}

/** {@link ShareDialog} for a range of recordings. */
export function RangeShareDialog({ eventId, range, trigger }: RangeShareDialogProps) {
  return (
    <Dialog>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent className="max-w-lg">
        <ShareChoices eventId={eventId} recorded={range} />
      </DialogContent>
    </Dialog>
  );
}

/** The links by which people without an account watch an event. */
export function ShareDialog({ eventId, trigger }: ShareDialogProps) {
  return (
    <Dialog defaultOpen>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      {/* The multiview is dark in both themes, and so are its dialogs. */}
      <DialogContent className="dark max-w-lg text-ink">
        <ShareChoices eventId={eventId} recorded={null} />
      </DialogContent>
    </Dialog>
  );
}

function ShareChoices({ eventId, recorded }: { eventId: string; recorded: RecordedRange | null }) {
  const links = useShareLinks(eventId);
  const [isAdding, setAdding] = useState(false);
  if (isAdding) return <NewShareLink eventId={eventId} recorded={recorded} onDone={() => setAdding(false)} />;
  return (
    <>
      <div className="grid gap-1">
        <DialogTitle>Links</DialogTitle>
        <DialogDescription>
          People without an account can watch through a link. You can revoke it any time.
        </DialogDescription>
      </div>
      <Button variant="primary" size="form" className="justify-self-start" onClick={() => setAdding(true)}>
        New link
      </Button>
      {links.isError && !links.data ? (
        <Alert variant="destructive">{messageOr(links.error, 'Failed to load links')}</Alert>
      ) : null}
      {links.isPending ? <Skeleton className="h-20 rounded-lg" /> : null}
      {links.data ? <ShareLinkList eventId={eventId} links={links.data} /> : null}
      {recorded ? null : (
        <div className="grid gap-2 border-t pt-4">
          <p className="text-muted text-sm">
            A second screen of your team shows what a wall with View → Direct shows. Sign in there and open:
          </p>
          <CopyLine
            label="address of a second screen"
            hideLabel
            value={`${location.origin}/events/${eventId}/multiview?follow=1`}
          />
        </div>
      )}
    </>
  );
}
