import type { Metadata } from 'next';
import { Suspense } from 'react';
import { RequireSession } from '@/components/auth/require-session';
import { TallyScreen } from '@/components/tally/tally-screen';

export const metadata: Metadata = { title: 'Tally' };

export default async function TallyPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <RequireSession>
      <Suspense>
        <TallyScreen eventId={id} />
      </Suspense>
    </RequireSession>
  );
}
