import type { Metadata } from 'next';
import { ApiReference } from '@/components/api-docs/api-reference';
import { apiDocument } from '@/lib/http/api-document';

export const metadata: Metadata = { title: 'API' };

export default function ApiReferencePage() {
  return <ApiReference document={apiDocument()} />;
}
