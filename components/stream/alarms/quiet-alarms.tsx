'use client';

import { BellOff } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { useMay } from '@/lib/browser/api/use-may';
import { formatTime } from '@/lib/browser/page/format-time';
import { useNow } from '@/lib/browser/page/use-now';
import type { EventSummaryJson } from '@/lib/contracts/events';
import { useChangeover } from './use-changeover';

/** Says until when an event's alarms are quiet, and ends that; nothing while they are not. */
export function QuietAlarms({ event }: { event: EventSummaryJson | undefined }) {
  const until = event?.attributes.alarms_muted_until;
  return event && until ? <Quiet eventId={event.id} until={new Date(until)} /> : null;
}

function Quiet({ eventId, until }: { eventId: string; until: Date }) {
  const now = useNow();
  const mayEnd = useMay('events.update');
  const { end } = useChangeover(eventId);
  if (until <= now) return null;
  return (
    <p className="flex items-center gap-2 text-pending text-sm">
      <BellOff aria-hidden className="size-4" />
      Alarms are quiet until {formatTime(until)}
      {mayEnd ? (
        <Button aria-label="End the quiet of alarms" onClick={end}>
          End
        </Button>
      ) : null}
    </p>
  );
}
