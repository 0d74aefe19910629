import type { Metadata } from 'next';
import { RequireSession } from '@/components/auth/require-session';
import { ReportScreen } from '@/components/reports/report-screen';
import { ReportSkeleton } from '@/components/reports/report-skeleton';

export const metadata: Metadata = { title: 'Show report' };

export default async function ReportPage({ params, searchParams }: PageProps<'/events/[id]/report'>) {
  const { id } = await params;
  const { report } = await searchParams;
  return (
    <RequireSession fallback={<ReportSkeleton />}>
      <ReportScreen eventId={id} linkedId={typeof report === 'string' ? report : undefined} />
    </RequireSession>
  );
}
