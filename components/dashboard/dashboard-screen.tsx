'use client';

import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useEffect, useState } from 'react';
import { EmptyState } from '@/components/controls/section';
import { usePageTitle } from '@/components/shell/use-page-title';
import { useChime } from '@/components/stream/alarms/chime';
import { ChimeButton } from '@/components/stream/alarms/chime-button';
import { StateAnnouncer } from '@/components/stream/state-announcer';
import { troubledTitle } from '@/components/stream/trouble';
import { Alert } from '@/components/ui/alert';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { useMay } from '@/lib/browser/api/use-may';
import { useContactLostSince } from '@/lib/browser/data/server-contact';
import { useIsCableConnected } from '@/lib/browser/data/use-cable';
import { useAddedStreams, useStreams } from '@/lib/browser/data/use-streams';
import { toast } from '@/lib/browser/page/toast';
import { useAfterPaint } from '@/lib/browser/page/use-after-paint';
import { useMediaQuery } from '@/lib/browser/page/use-media-query';
import { StreamListSkeleton } from './dashboard-skeleton';
import type { InboxFold } from './inbox';
import { StreamList } from './list/stream-list';
import { StreamPanel } from './panel/stream-panel';
import type { PowerFailure } from './start-stop-button';
import { dropSelection, selectStream, useDashboardView } from './use-dashboard-view';
import { useTrueFor } from './use-true-for';

// It is not needed while a camera is selected.
const Inbox = dynamic(() => import('./inbox').then(({ Inbox }) => Inbox), { ssr: false });

/** A shorter interruption is not shown. */
const disconnectedAfterMs = 3_000;

/** From this width on the inbox stands beside the list, as the classes `xl:` have it. */
const isWideQuery = '(min-width: 80rem)';
/** A list below the inbox waits this long for it. */
const inboxPatienceMs = 1_500;

/** All streams of the organization as a list, and the details of the selected one beside it. */
export function DashboardScreen() {
  const { data: streams, isError } = useStreams();
  const view = useDashboardView();
  const { selectedId } = view;
  const [failure, setFailure] = useState<PowerFailure>();
  const isDisconnected = useTrueFor(!useIsCableConnected(), disconnectedAfterMs);
  const hasContact = useContactLostSince() === null;
  const activeCount = streams?.filter((stream) => stream.attributes.status === 'active').length ?? 0;
  const selected = streams?.find(({ id }) => id === selectedId);
  // The row is marked at once; its panel renders after that.
  const shownId = useAfterPaint(selectedId);
  const shown = streams?.find(({ id }) => id === shownId);

  const isWide = useMediaQuery(isWideQuery, true);
  const [fold, setFold] = useState<InboxFold>('unknown');
  const mayRead = useMay('incidents.read');
  const hasInboxAbove = mayRead && !isWide && !shown;
  const isInboxLate = useTrueFor(hasInboxAbove && streams !== undefined && fold === 'unknown', inboxPatienceMs);
  if (isInboxLate && fold === 'unknown') setFold('closed');
  const isListReady = !hasInboxAbove || fold !== 'unknown';

  usePageTitle(streams ? troubledTitle(streams, 'Live Streams') : null);
  useChime(streams);
  useAddedStreams(streams, ({ attributes: { name } }) =>
    toast('Stream Added', { description: `New stream added: ${name}` }),
  );
  const isSelectionGone = Boolean(streams && selectedId && !selected);
  useEffect(() => {
    if (isSelectionGone) dropSelection();
  }, [isSelectionGone]);

  return (
    <div className="grid gap-6">
      <StateAnnouncer streams={streams} />
      <div className={cn('flex min-h-10 items-start gap-3', shown && 'max-xl:hidden')}>
        <div className="flex min-h-10 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="font-semibold text-xl">Live Streams</h1>
          {streams ? (
            <>
              <Badge tone={activeCount > 0 && hasContact ? 'success' : 'neutral'}>{activeCount} active</Badge>
              <Badge>{streams.length} total</Badge>
              {streams.length > 0 && activeCount === 0 ? <p className="text-muted">No active streams</p> : null}
              {isDisconnected ? (
                <Badge role="status" tone="warning">
                  Reconnecting…
                </Badge>
              ) : null}
            </>
          ) : null}
        </div>
        {streams ? <ChimeButton className="shrink-0" /> : null}
      </div>
      {failure ? (
        <Alert variant="destructive">
          <p className="font-medium">{failure.title}</p>
          {failure.reason ? <p>{failure.reason}</p> : null}
        </Alert>
      ) : null}
      {/* Above a list that is known, the strip already says that there is no contact. */}
      {isError && (hasContact || !streams) ? <Alert variant="destructive">Failed to load streams</Alert> : null}
      {streams ? (
        streams.length > 0 ? (
          <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(400px,30%)]">
            {hasInboxAbove ? (
              <div className="grid min-h-11 items-center">
                <Inbox streams={streams} above={{ fold, onFold: setFold }} />
              </div>
            ) : null}
            {/* The list replaces the skeleton: a shared element would move when the inbox opens. */}
            <div key={isListReady ? 'list' : 'skeleton'} className={cn('min-w-0', shown && 'max-xl:hidden')}>
              {isListReady ? (
                <StreamList streams={streams} view={view} onFailure={setFailure} />
              ) : (
                <StreamListSkeleton />
              )}
            </div>
            {shown ? (
              <StreamPanel stream={shown} onClose={() => selectStream(null)} onFailure={setFailure} />
            ) : isWide ? (
              <Inbox streams={streams} above={null} />
            ) : null}
          </div>
        ) : (
          <EmptyState title="No active streams" text="Add a camera to one of your events, and it appears here.">
            <Button asChild variant="primary" size="form">
              <Link href="/app">Go to your events</Link>
            </Button>
          </EmptyState>
        )
      ) : isError ? null : (
        <StreamListSkeleton />
      )}
    </div>
  );
}
