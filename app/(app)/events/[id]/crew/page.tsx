import type { Metadata } from 'next';
import { RequireSession } from '@/components/auth/require-session';
import { CrewScreen } from '@/components/crew/crew-screen';
import { PageRoom } from '@/components/preview/page-room';
import { Skeleton } from '@/components/ui/skeleton';

export const metadata: Metadata = { title: 'Crew' };

export default async function CrewPage({ params }: PageProps<'/events/[id]/crew'>) {
  const { id } = await params;
  return (
    <PageRoom eventId={id}>
      <RequireSession fallback={<Skeleton className="h-96 w-full" />}>
        <CrewScreen eventId={id} />
      </RequireSession>
    </PageRoom>
  );
}
