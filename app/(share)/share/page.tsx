import type { Metadata } from 'next';
import { ShareScreen } from '@/components/share/share-screen';

export const metadata: Metadata = { title: 'Shared cameras', robots: { index: false } };

export default function SharePage() {
  return <ShareScreen />;
}
