import type { Metadata } from 'next';
import { RequireSession } from '@/components/auth/require-session';
import { DashboardScreen } from '@/components/dashboard/dashboard-screen';
import { DashboardSkeleton } from '@/components/dashboard/dashboard-skeleton';

export const metadata: Metadata = { title: 'Live Streams' };

export default function StreamsPage() {
  return (
    <RequireSession fallback={<DashboardSkeleton />}>
      <DashboardScreen />
    </RequireSession>
  );
}
