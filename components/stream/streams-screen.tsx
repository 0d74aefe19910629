'use client';

import Link from 'next/link';
import { useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Skeleton } from '@/components/ui/skeleton';
import { messageOr } from '@/lib/client/error-text';
import { useStreams } from '@/lib/client/use-streams';
import { StreamRow } from './stream-row';

/** All streams of the organization, each with its state and its switch. */
export function StreamsScreen() {
  const { data: streams, isError } = useStreams();
  const [failure, setFailure] = useState<string>();
  const activeCount = streams?.filter((stream) => stream.attributes.status === 'active').length ?? 0;

  return (
    <div className="mx-auto grid max-w-5xl gap-6">
      <div className="flex min-h-10 flex-wrap items-center gap-3">
        <h1 className="font-semibold text-xl">Live Streams</h1>
        {streams ? (
          <>
            <Badge tone={activeCount > 0 ? 'success' : 'neutral'}>{activeCount} active</Badge>
            <Badge>{streams.length} total</Badge>
          </>
        ) : null}
      </div>
      {failure ? <Alert variant="destructive">{failure}</Alert> : null}
      {streams ? (
        streams.length > 0 ? (
          <Card>
            <ul className="divide-y">
              {streams.map((stream) => (
                <StreamRow
                  key={stream.id}
                  stream={stream}
                  onFailure={(error, on) =>
                    setFailure(messageOr(error, on ? 'Failed to start stream' : 'Failed to stop stream'))
                  }
                />
              ))}
            </ul>
          </Card>
        ) : (
          <EmptyState title="No active streams" text="Add a camera to one of your events, and it shows here.">
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
            <div key={row} className="flex h-17 items-center px-4">
              <Skeleton className="h-4 w-40" />
            </div>
          ))}
        </Card>
      )}
    </div>
  );
}
