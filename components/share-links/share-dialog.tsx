'use client';

import { useState } from 'react';
import { Confirm } from '@/components/controls/confirm';
import { CopyLine } from '@/components/controls/copy-line';
import { Failure, Loading } from '@/components/controls/failure';
import { Checkbox } from '@/components/controls/field';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Dialog, DialogContent, DialogHeading, DialogTrigger } from '@/components/ui/dialog';
import { useEvent } from '@/lib/browser/data/use-events';
import { useShareLinkMutations, useShareLinks } from '@/lib/browser/data/use-share-links';
import { EventClockProvider, useEventClock } from '@/lib/browser/page/event-clock';
import type { ShareLinkJson } from '@/lib/contracts/share-links';
import { NewShareLink } from './new-share-link';
import {
  clientLink,
  type RecordedRange,
  type SharedProgram,
  shareLinkRights,
  shareLinkState,
  shareLinkUse,
  teamLink,
} from './share-link-words';

interface ShareDialogProps {
  eventId: string;
  /** Opens and closes it; it is open when it mounts. */
  trigger: React.ReactElement;
}

interface RangeShareDialogProps {
  eventId: string;
  /** The range of recordings that a new link shows. */
  range: RecordedRange;
  /** The cuts that the page plays; undefined where there are none. */
  program?: SharedProgram | undefined;
  trigger: React.ReactElement;
}

/** {@link ShareDialog} for a range of recordings. */
export function RangeShareDialog({ eventId, range, program, trigger }: RangeShareDialogProps) {
  return (
    <Dialog>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent className="max-w-lg">
        <ShareChoices eventId={eventId} recorded={range} program={program} />
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

interface ShareChoicesProps {
  eventId: string;
  recorded: RecordedRange | null;
  program?: SharedProgram | undefined;
}

/** The event page has no clock of its event around it. */
function ShareChoices(props: ShareChoicesProps) {
  const event = useEvent(props.eventId);
  return (
    <EventClockProvider timeZone={event.data?.attributes.time_zone}>
      <Choices {...props} />
    </EventClockProvider>
  );
}

function Choices({ eventId, recorded, program }: ShareChoicesProps) {
  const links = useShareLinks(eventId);
  const [isAdding, setAdding] = useState(false);
  if (isAdding) {
    return <NewShareLink eventId={eventId} recorded={recorded} program={program} onDone={() => setAdding(false)} />;
  }
  return (
    <>
      <DialogHeading title={clientLink}>
        People without an account can watch through a link. You can revoke it any time.
      </DialogHeading>
      <Button variant="primary" size="form" className="justify-self-start" onClick={() => setAdding(true)}>
        New link
      </Button>
      <Loading query={links} failure="Failed to load links" className="h-20 rounded-lg" />
      {links.data ? <ShareLinkList eventId={eventId} links={links.data} /> : null}
      {recorded ? null : (
        <section aria-labelledby="team-link" className="grid gap-2 border-t pt-4">
          <h3 id="team-link" className="font-semibold">
            {teamLink}
          </h3>
          <p className="text-muted text-sm">Members sign in to open it.</p>
          <CopyLine label="link for the team" hideLabel value={`${location.origin}/events/${eventId}/multiview`} />
          <p className="mt-2 text-muted text-sm">
            To mirror this multiview on another screen of your team, sign in there and open:
          </p>
          <CopyLine
            label="address of a second screen"
            hideLabel
            value={`${location.origin}/events/${eventId}/multiview?follow=1`}
          />
        </section>
      )}
    </>
  );
}

/** The share links of an event, the newest first, each with its address while it opens. */
function ShareLinkList({ eventId, links }: { eventId: string; links: ShareLinkJson[] }) {
  const { revoke, update } = useShareLinkMutations(eventId);
  const [asked, setAsked] = useState<ShareLinkJson | null>(null);
  if (links.length === 0) return null;
  return (
    <>
      <Failure error={revoke.error} text="Failed to revoke the link" />
      <Failure error={update.error} text="Failed to change the link" />
      <ul className="divide-y rounded-lg border">
        {links.map((link) => (
          <ShareLinkRow
            key={link.id}
            link={link}
            onRevoke={() => setAsked(link)}
            onComments={(canComment) => update.mutate({ id: link.id, canComment })}
          />
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

interface ShareLinkRowProps {
  link: ShareLinkJson;
  onRevoke: () => void;
  onComments: (canComment: boolean) => void;
}

function ShareLinkRow({ link: { attributes }, onRevoke, onComments }: ShareLinkRowProps) {
  const clock = useEventClock();
  const { name, path, revoked_at: revokedAt } = attributes;
  const isOver = revokedAt !== null || Date.parse(attributes.expires_at) <= Date.now();
  return (
    <li className="grid gap-2 p-4">
      <div className="flex items-start gap-3">
        <div className="grid min-w-0 flex-1 gap-0.5">
          <p dir="auto" className={cn('truncate font-medium', isOver && 'text-muted')}>
            {name}
          </p>
          <p className="text-muted text-sm">{shareLinkRights(attributes, clock)}</p>
          <p className="text-muted text-sm">{shareLinkState(attributes, Date.now())}</p>
          <p className="text-muted text-sm">{shareLinkUse(attributes)}</p>
        </div>
        {isOver ? null : (
          <Button aria-label={`Revoke ${name}`} onClick={onRevoke}>
            Revoke
          </Button>
        )}
      </div>
      {isOver ? null : (
        <Checkbox
          label="Guests may comment"
          checked={attributes.can_comment}
          onChange={({ target }) => onComments(target.checked)}
        />
      )}
      {path ? <CopyLine label={`link ${name}`} hideLabel value={location.origin + path} /> : null}
    </li>
  );
}
