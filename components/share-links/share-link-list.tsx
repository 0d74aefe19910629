'use client';

import { useState } from 'react';
import { Confirm } from '@/components/controls/confirm';
import { CopyLine } from '@/components/stream/connection/copy-line';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { messageOr } from '@/lib/browser/api/error-text';
import { useShareLinkMutations } from '@/lib/browser/data/use-share-links';
import type { ShareLinkJson } from '@/lib/contracts/share-links';
import { shareLinkRights, shareLinkState, shareLinkUse } from './share-link-words';

/** The share links of an event, the newest first, each with its address while it opens. */
export function ShareLinkList({ eventId, links }: { eventId: string; links: ShareLinkJson[] }) {
  const { revoke } = useShareLinkMutations(eventId);
  const [asked, setAsked] = useState<ShareLinkJson | null>(null);
  if (links.length === 0) return null;
  return (
    <>
      {revoke.isError ? (
        <Alert variant="destructive">{messageOr(revoke.error, 'Failed to revoke the link')}</Alert>
      ) : null}
      <ul className="divide-y rounded-lg border">
        {links.map((link) => (
          <ShareLinkRow key={link.id} link={link} onRevoke={() => setAsked(link)} />
        ))}
      </ul>
      <Confirm
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        question={`Revoke ${asked?.attributes.name}?`}
        consequence="Whoever watches by this link is disconnected at once, and it never opens again."
        action="Revoke"
        onConfirm={() => asked && revoke.mutate(asked.id)}
      />
    </>
  );
}

function ShareLinkRow({ link: { attributes }, onRevoke }: { link: ShareLinkJson; onRevoke: () => void }) {
  const { name, path, revoked_at: revokedAt } = attributes;
  const isOver = revokedAt !== null || Date.parse(attributes.expires_at) <= Date.now();
  return (
    <li className="grid gap-2 p-4">
      <div className="flex items-start gap-3">
        <div className="grid min-w-0 flex-1 gap-0.5">
          <p dir="auto" className={cn('truncate font-medium', isOver && 'text-muted')}>
            {name}
          </p>
          <p className="text-muted text-sm">{shareLinkRights(attributes)}</p>
          <p className="text-muted text-sm">{shareLinkState(attributes, Date.now())}</p>
          <p className="text-muted text-sm">{shareLinkUse(attributes)}</p>
        </div>
        {isOver ? null : (
          <Button aria-label={`Revoke ${name}`} onClick={onRevoke}>
            Revoke
          </Button>
        )}
      </div>
      {path ? <CopyLine label={`link ${name}`} hideLabel value={location.origin + path} /> : null}
    </li>
  );
}
