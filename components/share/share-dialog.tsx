'use client';

import { useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog, DialogContent, DialogDescription, DialogTitle, DialogTrigger } from '@/components/ui/dialog';
import { Skeleton } from '@/components/ui/skeleton';
import { messageOr } from '@/lib/browser/api/error-text';
import { useEvent } from '@/lib/browser/data/use-events';
import { useShareLinks } from '@/lib/browser/data/use-share-links';
import { useTemporaryFlag } from '@/lib/browser/page/use-temporary-flag';
import { NewShareLink } from './new-share-link';
import { ShareLinkList } from './share-link-list';
import { sharePage } from './share-page';

interface ShareDialogProps {
  eventId: string;
  /** Opens and closes it; it is open when it mounts. */
  trigger: React.ReactElement;
}

/** Shares a multiview: the page's address with members, and links with people who have no account. */
export function ShareDialog({ eventId, trigger }: ShareDialogProps) {
  return (
    <Dialog defaultOpen>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      {/* The multiview is dark in both themes, and so are its dialogs. */}
      <DialogContent className="dark max-w-lg text-ink">
        <ShareChoices eventId={eventId} />
      </DialogContent>
    </Dialog>
  );
}

function ShareChoices({ eventId }: { eventId: string }) {
  const event = useEvent(eventId);
  const links = useShareLinks(eventId);
  const [copied, showCopied] = useTemporaryFlag();
  const [isAdding, setAdding] = useState(false);
  const share = async () => {
    if (await sharePage(event.data?.attributes.name ?? '')) showCopied();
  };
  if (isAdding) return <NewShareLink eventId={eventId} onDone={() => setAdding(false)} />;
  return (
    <>
      <div className="grid gap-1">
        <DialogTitle>Share</DialogTitle>
        <DialogDescription>Who has no account watches by a link that you can revoke.</DialogDescription>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" size="form" onClick={() => setAdding(true)}>
          New link
        </Button>
        <Button size="form" className="min-w-44" onClick={share}>
          <span aria-live="polite">{copied ? 'Link copied!' : 'Share with members'}</span>
        </Button>
      </div>
      {links.isError && !links.data ? (
        <Alert variant="destructive">{messageOr(links.error, 'Failed to load links')}</Alert>
      ) : null}
      {links.isPending ? <Skeleton className="h-20 rounded-lg" /> : null}
      {links.data ? <ShareLinkList eventId={eventId} links={links.data} /> : null}
    </>
  );
}
