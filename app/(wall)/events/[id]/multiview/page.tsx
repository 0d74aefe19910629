import type { Metadata } from 'next';
import { MultiviewScreen } from '@/components/multiview/multiview-screen';
import { PageRoom } from '@/components/preview/page-room';
import { RequireSession } from '@/components/session/require-session';

export const metadata: Metadata = { title: 'Multi-view' };

export default async function MultiviewPage({ params }: PageProps<'/events/[id]/multiview'>) {
  const { id } = await params;
  return (
    <PageRoom eventId={id}>
      <RequireSession>
        <MultiviewScreen eventId={id} />
      </RequireSession>
    </PageRoom>
  );
}
