import type { Metadata } from 'next';
import { EventsScreen } from '@/components/event/events-screen';
import { RequireSession } from '@/components/session/require-session';

export const metadata: Metadata = { title: 'Events' };

export default function EventsPage() {
  return (
    <RequireSession>
      <EventsScreen />
    </RequireSession>
  );
}
