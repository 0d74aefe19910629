import type { Metadata } from 'next';
import { RequireSession } from '@/components/session/require-session';
import { StreamsScreen } from '@/components/stream/streams-screen';

export const metadata: Metadata = { title: 'Live Streams' };

export default function StreamsPage() {
  return (
    <RequireSession>
      <StreamsScreen />
    </RequireSession>
  );
}
