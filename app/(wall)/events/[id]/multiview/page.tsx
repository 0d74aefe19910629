import type { Metadata } from 'next';
import { MultiviewScreen } from '@/components/multiview/multiview-screen';
import { EventRoomProvider } from '@/components/preview/event-room-provider';
import { RequireSession } from '@/components/session/require-session';

export const metadata: Metadata = { title: 'Multi-view' };

export default async function MultiviewPage({ params }: PageProps<'/events/[id]/multiview'>) {
  const { id } = await params;
  return (
    <EventRoomProvider eventId={id}>
      <RequireSession>
        <MultiviewScreen eventId={id} />
      </RequireSession>
    </EventRoomProvider>
  );
}
