import { useQueryClient } from '@tanstack/react-query';
import { usePathname, useRouter } from 'next/navigation';
import type { EventSummaryJson } from '@/lib/contracts/events';
import { applyEventMessage } from './apply-event-message';
import { queryKeys } from './query-keys';
import { useCable } from './use-cable';

/**
 * Keeps cached events current by the server's messages, and leaves the page of an event that is deleted.
 * @param onLeave gets the deleted event's name
 */
export function useLiveEvents(onLeave: (eventName: string) => void): void {
  const client = useQueryClient();
  const router = useRouter();
  const [, area, openEventId, page] = usePathname().split('/');
  useCable(
    { name: 'EventsChannel' },
    {
      onMessage: (message) => {
        const before = client.getQueryData<EventSummaryJson[]>(queryKeys.events);
        applyEventMessage(client, message);
        if (area !== 'events' || page !== undefined) return;
        const open = before?.find(({ id }) => id === openEventId);
        const now = client.getQueryData<EventSummaryJson[]>(queryKeys.events);
        if (!open || now?.some(({ id }) => id === openEventId)) return;
        router.replace('/app');
        onLeave(open.attributes.name);
      },
    },
  );
}
