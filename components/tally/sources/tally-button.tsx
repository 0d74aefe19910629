'use client';

import { RadioTower } from 'lucide-react';
import { LazyPopup, type Popup } from '@/components/shell/lazy-popup';
import { Button } from '@/components/ui/button';

/** Opens the tally of an event: its switchers, and which camera each of their inputs is. */
export function TallyButton({ eventId }: { eventId: string }) {
  const load = async (): Promise<Popup> => {
    const { TallyDialog } = await import('./tally-dialog');
    return ({ trigger }) => <TallyDialog eventId={eventId} trigger={trigger} />;
  };
  return (
    <LazyPopup
      kind="dialog"
      load={load}
      trigger={
        <Button className="max-sm:flex-1">
          <RadioTower aria-hidden />
          Tally
        </Button>
      }
    />
  );
}
