import type { Metadata } from 'next';
import { RequireSession } from '@/components/auth/require-session';
import { DashboardScreen } from '@/components/dashboard/dashboard-screen';

export const metadata: Metadata = { title: 'Live Streams' };

export default function StreamsPage() {
  return (
    <RequireSession>
      <DashboardScreen />
    </RequireSession>
  );
}
