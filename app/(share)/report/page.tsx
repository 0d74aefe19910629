import type { Metadata } from 'next';
import { SharedReport } from '@/components/reports/shared-report';

export const metadata: Metadata = { title: 'Show report', robots: { index: false } };

export default function SharedReportPage() {
  return <SharedReport />;
}
