import { QuietAlarms } from '@/components/stream/alarms/quiet-alarms';
import type { EventSummaryJson } from '@/lib/contracts/events';
import { EventCountdown } from './event-countdown';
import { WallClock } from './wall-clock';

/** The clock and the event's countdown below the wall. @param props.event undefined while it is loaded */
export const PinnedClock = ({ event }: { event: EventSummaryJson | undefined }) => (
  <div data-testid="pinned-clock" className="flex h-10 items-center justify-center">
    <WallClock />
    {event ? <EventCountdown event={event} /> : null}
    <QuietAlarms event={event} />
  </div>
);
