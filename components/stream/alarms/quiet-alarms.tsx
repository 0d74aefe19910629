'use client';

import { BellOff } from 'lucide-react';
import { toastFailure } from '@/components/controls/toast-failure';
import { Button } from '@/components/ui/button';
import { useMay } from '@/lib/browser/api/use-may';
import { useEventMutations } from '@/lib/browser/data/use-events';
import { useNow } from '@/lib/browser/page/clock';
import { formatTime } from '@/lib/browser/page/format-time';
import type { EventSummaryJson } from '@/lib/contracts/events';
import { minuteMs } from '@/lib/core/durations';

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

/** As long as cameras change places and cables between two acts. */
export const changeoverMinutes = 10;

/** Begins and ends the quiet of an event's alarms. */
export function useChangeover(eventId: string): { begin: () => void; end: () => void } {
  const { mutate } = useEventMutations().setAlarms;
  const mute = (until: Date | null) =>
    mutate(
      { id: eventId, alarms_muted_until: until?.toISOString() ?? null },
      { onError: toastFailure('Error', 'Failed to update event') },
    );
  return { begin: () => mute(new Date(Date.now() + changeoverMinutes * minuteMs)), end: () => mute(null) };
}
