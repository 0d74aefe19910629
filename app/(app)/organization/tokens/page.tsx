import type { Metadata } from 'next';
import { ApiTokensScreen } from '@/components/api-tokens/api-tokens-screen';

export const metadata: Metadata = { title: 'API tokens' };

export default function ApiTokensPage() {
  return <ApiTokensScreen />;
}
