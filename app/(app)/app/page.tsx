import type { Metadata } from 'next';
import { RequireSession } from '@/components/auth/require-session';
import { EventsScreen } from '@/components/event/events-screen';
import { EventsSkeleton } from '@/components/event/events-skeleton';

export const metadata: Metadata = { title: 'Events' };

export default function EventsPage() {
  return (
    <RequireSession fallback={<EventsSkeleton />}>
      <EventsScreen />
    </RequireSession>
  );
}
