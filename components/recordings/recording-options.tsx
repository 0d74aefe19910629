'use client';

import { type ReactElement, useState } from 'react';
import { toast } from 'sonner';
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { messageOr } from '@/lib/browser/api/error-text';
import { useEvent, useEventMutations } from '@/lib/browser/data/use-events';

interface RecordingOptionsProps {
  eventId: string;
  trigger: ReactElement;
}

/** The menu with what recording an event does by itself. */
export function RecordingOptions({ eventId, trigger }: RecordingOptionsProps) {
  const { data: event } = useEvent(eventId);
  const { setRecordsWhenOn } = useEventMutations();
  /** Shown until the event says it; null while nothing is asked. */
  const [asked, setAsked] = useState<boolean | null>(null);
  const change = (recordsWhenOn: boolean) => {
    setAsked(recordsWhenOn);
    setRecordsWhenOn
      .mutateAsync({ id: eventId, recordsWhenOn })
      .catch((error: unknown) => toast.error('Error', { description: messageOr(error, 'Failed to update event') }))
      .finally(() => setAsked(null));
  };
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuCheckboxItem
          checked={asked ?? event?.attributes.records_when_on ?? false}
          onCheckedChange={change}
        >
          New cameras record when on
        </DropdownMenuCheckboxItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
