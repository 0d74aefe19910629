'use client';

import { useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { cn } from '@/components/ui/cn';
import { messageOr } from '@/lib/browser/api/error-text';
import { useMay } from '@/lib/browser/api/use-may';
import { useAfterPaint } from '@/lib/browser/page/use-after-paint';
import { useEvent } from '@/lib/browser/queries/use-events';
import { useStreams } from '@/lib/browser/queries/use-streams';
import { toggleFullscreen } from './fullscreen';
import { KeysDialog } from './keys-dialog';
import { AudioMetersContext, useAudioMeters } from './meters/use-audio-meters';
import { MultiviewBar } from './multiview-bar';
import { MultiviewGrid } from './multiview-grid';
import type { MultiviewKey } from './multiview-keys';
import { type Columns, multiviewOrder } from './multiview-state';
import { useIdle } from './use-idle';
import { useMultiview } from './use-multiview';
import { useMultiviewKeys } from './use-multiview-keys';
import { useWakeLock } from './use-wake-lock';

const hideAfterMs = 2_500;
/** Tailwind's `sm`, from which on the multiview has the chosen columns. */
const wideScreen = '(min-width: 40rem)';

/** All cameras of an event, edge to edge and dark in both themes, controlled by keys. */
export function MultiviewScreen({ eventId }: { eventId: string }) {
  const event = useEvent(eventId);
  const { data: streams, error: streamsError } = useStreams(eventId);
  const [multiview, dispatch] = useMultiview(eventId);
  const [showsHelp, setShowsHelp] = useState(false);
  const meters = useAudioMeters();
  const idle = useIdle(hideAfterMs);
  const mayAdd = useMay('streams.create');
  // The button responds at once; the figures of all tiles render after that.
  const showsHealth = useAfterPaint(multiview.showsHealth);
  useWakeLock();

  const ids = multiviewOrder(streams?.map(({ id }) => id) ?? [], multiview.order);
  const selected = streams?.find(({ id }) => id === multiview.selectedId);
  const currentId = selected?.id ?? ids[0];
  const error = (event.data ? null : event.error) ?? (streams ? null : streamsError);

  useMultiviewKeys((key: MultiviewKey) => {
    switch (key.does) {
      case 'enlarge': {
        const id = ids[key.position - 1];
        if (id) dispatch({ type: 'enlarge', id });
        break;
      }
      case 'step': {
        dispatch({ type: 'step', ids, by: key.column + key.row * shownColumns(multiview.columns), moves: key.moves });
        break;
      }
      case 'audio':
        if (currentId) dispatch({ type: 'audio', id: currentId });
        break;
      case 'health':
        dispatch({ type: 'health' });
        break;
      case 'shrink':
        dispatch({ type: 'shrink' });
        break;
      case 'help':
        setShowsHelp(true);
        break;
      case 'page-fullscreen':
        void toggleFullscreen(document.documentElement);
        break;
      case 'tile-fullscreen':
        void toggleFullscreen(document.querySelector(`[data-tile="${currentId}"]`) ?? document.documentElement);
    }
  });

  return (
    <AudioMetersContext value={meters}>
      <div data-idle={idle || undefined} className={cn('dark min-h-dvh bg-canvas text-ink', idle && 'cursor-none')}>
        <MultiviewBar
          eventId={eventId}
          eventName={event.data?.attributes.name ?? ''}
          columns={multiview.columns}
          onColumns={(columns) => dispatch({ type: 'columns', columns })}
          showsHealth={multiview.showsHealth}
          onHealth={() => dispatch({ type: 'health' })}
          onHelp={() => setShowsHelp(true)}
          hidden={idle && !error}
        />
        <main>
          {error ? (
            <div className="mx-auto max-w-md px-4 pt-32">
              <Alert variant="destructive">{messageOr(error, 'Failed to load multiview')}</Alert>
            </div>
          ) : null}
          {streams?.length === 0 ? (
            <p className="px-4 pt-32 text-center text-muted">
              This event has no cameras yet.{mayAdd ? ' Go back and add one.' : null}
            </p>
          ) : null}
          <MultiviewGrid
            streams={streams ?? []}
            ids={ids}
            multiview={{ ...multiview, showsHealth }}
            tabStopId={currentId}
            dispatch={dispatch}
          />
        </main>
        <p role="status" className="sr-only">
          {selected ? `${selected.attributes.name}, position ${ids.indexOf(selected.id) + 1} of ${ids.length}` : null}
        </p>
        <KeysDialog open={showsHelp} onOpenChange={setShowsHelp} />
      </div>
    </AudioMetersContext>
  );
}

/** The columns on screen: a phone shows two in landscape orientation and one in portrait. */
function shownColumns(chosen: Columns): number {
  if (matchMedia(wideScreen).matches) return chosen;
  return matchMedia('(orientation: landscape)').matches ? 2 : 1;
}
