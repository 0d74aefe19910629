import type { Metadata } from 'next';
import { DashboardScreen } from '@/components/dashboard/dashboard-screen';
import { RequireSession } from '@/components/session/require-session';

export const metadata: Metadata = { title: 'Live Streams' };

export default function StreamsPage() {
  return (
    <RequireSession>
      <DashboardScreen />
    </RequireSession>
  );
}
