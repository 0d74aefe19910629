'use client';

import Link from 'next/link';
import { useEffect, useState } from 'react';
import { toast } from 'sonner';
import { EmptyState } from '@/components/controls/empty-state';
import { Alert } from '@/components/ui/alert';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { cn } from '@/components/ui/cn';
import { Skeleton } from '@/components/ui/skeleton';
import { useAddedStreams } from '@/lib/browser/cable/use-added-streams';
import { useIsCableConnected } from '@/lib/browser/cable/use-cable';
import { useContactLostSince } from '@/lib/browser/cable/use-server-contact';
import { useAfterPaint } from '@/lib/browser/page/use-after-paint';
import { useStreams } from '@/lib/browser/queries/use-streams';
import { StreamPanel } from './panel/stream-panel';
import { StreamRow, streamColumns } from './stream-row';
import { useSelectedStream } from './use-selected-stream';
import { useTrueFor } from './use-true-for';

const toastMs = 3_000;
/** A shorter interruption is not shown. */
const disconnectedAfterMs = 3_000;

/** All streams of the organization as a list, and the details of the selected one beside it. */
export function DashboardScreen() {
  const { data: streams, isError } = useStreams();
  const [selectedId, select] = useSelectedStream();
  const [failure, setFailure] = useState<string>();
  const isDisconnected = useTrueFor(!useIsCableConnected(), disconnectedAfterMs);
  const hasContact = useContactLostSince() === null;
  const activeCount = streams?.filter((stream) => stream.attributes.status === 'active').length ?? 0;
  const selected = streams?.find(({ id }) => id === selectedId);
  // The row is marked at once; its panel renders after that.
  const shownId = useAfterPaint(selectedId);
  const shown = streams?.find(({ id }) => id === shownId);

  useAddedStreams(streams, ({ attributes: { name } }) =>
    toast('Stream Added', { description: `New stream added: ${name}`, duration: toastMs }),
  );
  const isSelectionGone = Boolean(streams && selectedId && !selected);
  useEffect(() => {
    if (isSelectionGone) window.history.replaceState(null, '', window.location.pathname);
  }, [isSelectionGone]);

  return (
    <div className="grid gap-6">
      <div className={cn('flex min-h-10 flex-wrap items-center gap-3', shown && 'max-xl:hidden')}>
        <h1 className="font-semibold text-xl">Live Streams</h1>
        {streams ? (
          <>
            <Badge tone={activeCount > 0 && hasContact ? 'success' : 'neutral'}>{activeCount} active</Badge>
            <Badge>{streams.length} total</Badge>
            {isDisconnected ? (
              <Badge role="status" tone="warning">
                Reconnecting…
              </Badge>
            ) : null}
          </>
        ) : null}
      </div>
      {failure ? <Alert variant="destructive">{failure}</Alert> : null}
      {streams ? (
        streams.length > 0 ? (
          <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(400px,30%)]">
            <Card className={cn('@container overflow-hidden', shown && 'max-xl:hidden')}>
              <div
                aria-hidden
                className={cn('hidden h-8 items-center border-b px-4 text-faint text-xs @3xl:grid', streamColumns)}
              >
                <span>Stream</span>
                <span>Bitrate</span>
                <span className="text-right">Frame rate</span>
                <span className="text-right">Latency</span>
                <span className="text-right">Quality</span>
                <span>State</span>
              </div>
              <ul className="divide-y">
                {streams.map((stream) => (
                  <StreamRow
                    key={stream.id}
                    stream={stream}
                    isSelected={stream.id === selected?.id}
                    onSelect={select}
                    onFailure={setFailure}
                  />
                ))}
              </ul>
            </Card>
            {shown ? (
              <StreamPanel stream={shown} onClose={() => select(null)} onFailure={setFailure} />
            ) : (
              <p className="hidden rounded-lg border border-line-strong border-dashed px-6 py-20 text-center text-muted xl:block">
                Select a stream to see its history.
              </p>
            )}
          </div>
        ) : (
          <EmptyState title="No active streams" text="Add a camera to one of your events, and it appears here.">
            <Button asChild variant="primary" size="form">
              <Link href="/app">Go to your events</Link>
            </Button>
          </EmptyState>
        )
      ) : isError ? (
        <Alert variant="destructive">Failed to load streams</Alert>
      ) : (
        <Card role="status" aria-label="Loading…" className="divide-y">
          {[0, 1, 2].map((row) => (
            <div key={row} className="flex h-14 items-center px-4">
              <Skeleton className="h-4 w-40" />
            </div>
          ))}
        </Card>
      )}
    </div>
  );
}
