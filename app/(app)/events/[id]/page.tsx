import type { Metadata } from 'next';
import { RequireSession } from '@/components/auth/require-session';
import { EventScreen } from '@/components/event/event-screen';
import { EventSkeleton } from '@/components/event/event-skeleton';
import { PageRoom } from '@/components/preview/page-room';

export const metadata: Metadata = { title: 'Event' };

export default async function EventPage({ params }: PageProps<'/events/[id]'>) {
  const { id } = await params;
  // The room is outside RequireSession: it connects while the auth session is checked, and shows nothing by itself.
  return (
    <PageRoom eventId={id}>
      <RequireSession fallback={<EventSkeleton />}>
        <EventScreen eventId={id} />
      </RequireSession>
    </PageRoom>
  );
}
