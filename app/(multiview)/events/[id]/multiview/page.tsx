import type { Metadata } from 'next';
import { RequireSession } from '@/components/auth/require-session';
import { MultiviewScreen } from '@/components/multiview/multiview-screen';
import { PageRoom } from '@/components/preview/page-room';

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
