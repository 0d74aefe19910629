'use client';

import { useEffect, useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { cn } from '@/components/ui/cn';
import { messageOr } from '@/lib/client/error-text';
import { toggleFullscreen } from '@/lib/client/toggle-fullscreen';
import { useEvent } from '@/lib/client/use-events';
import { useIdle } from '@/lib/client/use-idle';
import { useStreams } from '@/lib/client/use-streams';
import { type Columns, MultiviewBar } from './multiview-bar';
import { MultiviewTile } from './multiview-tile';

const hideAfterMs = 2_500;
const gridClass: Record<Columns, string> = { 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3', 4: 'sm:grid-cols-4' };

/** All cameras of an event, edge to edge and dark in both themes. F shows the page on the whole screen. */
export function MultiviewScreen({ eventId }: { eventId: string }) {
  const event = useEvent(eventId);
  const streams = useStreams(eventId);
  const [columns, setColumns] = useState<Columns>(3);
  const idle = useIdle(hideAfterMs);
  const error = event.error ?? (streams.data ? null : streams.error);

  useEffect(() => {
    const onKey = (press: KeyboardEvent) => {
      if (press.key.toLowerCase() !== 'f' || press.ctrlKey || press.metaKey || press.altKey) return;
      void toggleFullscreen(document.documentElement);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return (
    <div className={cn('dark min-h-dvh bg-canvas text-ink', idle && 'cursor-none')}>
      <MultiviewBar
        eventId={eventId}
        eventName={event.data?.attributes.name ?? ''}
        columns={columns}
        onColumns={setColumns}
        hidden={idle && !error}
      />
      <main>
        {error ? (
          <div className="mx-auto max-w-md px-4 pt-32">
            <Alert variant="destructive">{messageOr(error, 'Failed to load multiview')}</Alert>
          </div>
        ) : null}
        <div className={cn('grid gap-0.5', gridClass[columns])}>
          {streams.data?.map((stream) => (
            <MultiviewTile key={stream.id} stream={stream} />
          ))}
        </div>
        {streams.data?.length === 0 ? (
          <p className="pt-32 text-center text-muted">This event has no cameras yet. Go back and add one.</p>
        ) : null}
      </main>
    </div>
  );
}
