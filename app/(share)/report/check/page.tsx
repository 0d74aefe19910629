import type { Metadata } from 'next';
import { SignaturePage } from '@/components/reports/signature-page';

export const metadata: Metadata = { title: 'Check a signed report' };

export default function CheckReportPage() {
  return <SignaturePage />;
}
