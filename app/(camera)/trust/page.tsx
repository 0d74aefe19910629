import type { Metadata } from 'next';
import { TrustScreen } from '@/components/camera/trust-screen';
import { reachEnv } from '@/lib/platform/env/reach-env';
import { readAuthority } from '@/lib/platform/https/read-authority';

export const metadata: Metadata = { title: 'Trust this server', robots: { index: false } };
export const dynamic = 'force-dynamic';

export default async function TrustPage() {
  const hasAuthority = (await readAuthority()) !== null;
  return <TrustScreen httpsPort={reachEnv().HTTPS_PORT ?? null} hasAuthority={hasAuthority} />;
}
