'use client';

import { ChevronDown } from 'lucide-react';
import { LazyPopup } from '@/components/shell/lazy-popup';
import { Button } from '@/components/ui/button';
import type { StreamJson } from '@/lib/contracts/streams';
import { recordAllOf } from './record-all';
import { RecordAllButton } from './record-all-button';

const loadRecordingOptions = () => import('./recording-options').then(({ RecordingOptions }) => RecordingOptions);

interface EventRecorderProps {
  eventId: string;
  streams: StreamJson[];
}

/** Records all cameras of an event, and says whether new ones record when on. */
export function EventRecorder({ eventId, streams }: EventRecorderProps) {
  return (
    <div className="flex max-sm:flex-1">
      <RecordAllButton
        eventId={eventId}
        {...recordAllOf(streams)}
        className="rounded-r-none border-r-0 max-sm:flex-1"
      />
      <LazyPopup
        kind="menu"
        props={{ eventId }}
        load={loadRecordingOptions}
        trigger={
          <Button size="icon" aria-label="Recording options" className="rounded-l-none">
            <ChevronDown aria-hidden />
          </Button>
        }
      />
    </div>
  );
}
