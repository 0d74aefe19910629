import type { Metadata } from 'next';
import { RequireSession } from '@/components/auth/require-session';
import { RecordingsScreen } from '@/components/recordings/recordings-screen';
import { Skeleton } from '@/components/ui/skeleton';

export const metadata: Metadata = { title: 'Recordings' };

export default async function RecordingsPage({ params, searchParams }: PageProps<'/events/[id]/recordings'>) {
  const { id } = await params;
  const { t } = await searchParams;
  const atMs = Number(t);
  return (
    <RequireSession fallback={<Skeleton className="aspect-video w-full" />}>
      <RecordingsScreen key={String(t)} eventId={id} atMs={t !== undefined && Number.isFinite(atMs) ? atMs : null} />
    </RequireSession>
  );
}
