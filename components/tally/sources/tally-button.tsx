'use client';

import { RadioTower } from 'lucide-react';
import { EventPopup } from '@/components/shell/event-popup';
import { Button } from '@/components/ui/button';

const loadTallyDialog = () => import('./tally-dialog').then(({ TallyDialog }) => TallyDialog);

/** Opens the tally of an event: its switchers, and which camera each of their inputs is. */
export function TallyButton({ eventId }: { eventId: string }) {
  return (
    <EventPopup
      kind="dialog"
      eventId={eventId}
      load={loadTallyDialog}
      trigger={
        <Button className="max-sm:flex-1">
          <RadioTower aria-hidden />
          Tally
        </Button>
      }
    />
  );
}
