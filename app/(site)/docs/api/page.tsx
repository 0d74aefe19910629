import type { Metadata } from 'next';
import { ApiReference } from '@/components/api-docs/api-reference';
import { describedDeclarations } from '@/lib/contracts/api/declarations';
import { describeApi } from '@/lib/contracts/openapi/describe-api';
import { webEnv } from '@/lib/platform/env/web-env';

export const metadata: Metadata = { title: 'API' };

export default function ApiReferencePage() {
  return <ApiReference document={describeApi(describedDeclarations, webEnv().PRODUCT_NAME)} />;
}
