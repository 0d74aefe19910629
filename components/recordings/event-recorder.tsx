'use client';

import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { Button } from '@/components/ui/button';
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { messageOr } from '@/lib/browser/api/error-text';
import { useEventMutations } from '@/lib/browser/data/use-events';
import type { EventSummaryJson } from '@/lib/contracts/events';
import type { StreamJson } from '@/lib/contracts/streams';
import { recordAllOf } from './record-all';
import { RecordAllButton } from './record-all-button';

interface EventRecorderProps {
  event: EventSummaryJson;
  streams: StreamJson[];
}

/** Records all cameras of an event, and says whether new ones record when on. */
export function EventRecorder({ event, streams }: EventRecorderProps) {
  return (
    <div className="flex max-sm:flex-1">
      <RecordAllButton
        eventId={event.id}
        {...recordAllOf(streams)}
        className="rounded-r-none border-r-0 max-sm:flex-1"
      />
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="icon" aria-label="Recording options" className="rounded-l-none">
            <ChevronDown aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <RecordsWhenOnItem event={event} />
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  );
}

function RecordsWhenOnItem({ event }: { event: EventSummaryJson }) {
  const { setRecordsWhenOn } = useEventMutations();
  const { records_when_on: isOn } = event.attributes;
  /** Shown until the event says it; null while nothing is asked. */
  const [asked, setAsked] = useState<boolean | null>(null);
  const change = (recordsWhenOn: boolean) => {
    setAsked(recordsWhenOn);
    setRecordsWhenOn
      .mutateAsync({ id: event.id, recordsWhenOn })
      .catch((error: unknown) => toast.error('Error', { description: messageOr(error, 'Failed to update event') }))
      .finally(() => setAsked(null));
  };
  return (
    <DropdownMenuCheckboxItem checked={asked ?? isOn} onCheckedChange={change}>
      New cameras record when on
    </DropdownMenuCheckboxItem>
  );
}
