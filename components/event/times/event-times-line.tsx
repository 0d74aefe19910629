'use client';

import { CalendarClock } from 'lucide-react';
import { LazyPopup } from '@/components/shell/lazy-popup';
import { Button } from '@/components/ui/button';
import { useMay } from '@/lib/browser/api/use-may';
import type { EventSummaryJson } from '@/lib/contracts/events';
import { timesWords } from './event-times';

const loadEventTimesDialog = () => import('./event-times-dialog').then(({ EventTimesDialog }) => EventTimesDialog);

/** When an event is; for whoever may change it, a button that does. */
export function EventTimesLine({ event }: { event: EventSummaryJson }) {
  const mayChange = useMay('events.update');
  const words = timesWords(event.attributes);
  if (!mayChange) return words ? <p className="text-muted text-sm">{words}</p> : null;
  return (
    <LazyPopup
      kind="dialog"
      props={{ eventId: event.id }}
      load={loadEventTimesDialog}
      trigger={
        <Button variant="ghost" aria-label={words ? `Event times: ${words}` : undefined} className="-ml-2 px-2 text-sm">
          <CalendarClock aria-hidden />
          <span>{words ?? 'Set times'}</span>
        </Button>
      }
    />
  );
}
