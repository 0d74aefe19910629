'use client';

import { type ReactElement, useState } from 'react';
import { toastFailure } from '@/components/controls/toast-failure';
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { useEvent, useEventMutations } from '@/lib/browser/data/use-events';
import { SoundStep } from './sound-step';

interface RecordingOptionsProps {
  eventId: string;
  trigger: ReactElement;
}

/** The menu with what recording an event does by itself. */
export function RecordingOptions({ eventId, trigger }: RecordingOptionsProps) {
  const { data: event } = useEvent(eventId);
  const { setRecordsWhenOn, setKeepsInStepBySound } = useEventMutations();
  const [records, setRecords] = useAsked((recordsWhenOn) =>
    setRecordsWhenOn.mutateAsync({ id: eventId, recordsWhenOn }),
  );
  const [keeps, setKeeps] = useAsked((next) => setKeepsInStepBySound.mutateAsync({ id: eventId, keeps: next }));
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuCheckboxItem
          checked={records ?? event?.attributes.records_when_on ?? false}
          onCheckedChange={setRecords}
        >
          New cameras record when on
        </DropdownMenuCheckboxItem>
        <SoundStep eventId={eventId} asked={keeps} onChange={setKeeps} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** Keeps what a person has asked of a setting until the event says it; null while nothing is asked. */
function useAsked(change: (next: boolean) => Promise<unknown>): [asked: boolean | null, ask: (next: boolean) => void] {
  const [asked, setAsked] = useState<boolean | null>(null);
  const ask = (next: boolean) => {
    setAsked(next);
    change(next)
      .catch(toastFailure('Error', 'Failed to update event'))
      .finally(() => setAsked(null));
  };
  return [asked, ask];
}
