import type { Metadata } from 'next';
import { TrustScreen } from '@/components/camera/trust-screen';
import { reachEnv } from '@/lib/platform/env/reach-env';
import { authorityName, readAuthority } from '@/lib/platform/https/authority';

export const metadata: Metadata = { title: 'Trust this server', robots: { index: false } };
export const dynamic = 'force-dynamic';

export default async function TrustPage() {
  const pem = await readAuthority();
  return <TrustScreen httpsPort={reachEnv().HTTPS_PORT ?? null} authority={pem && authorityName(pem)} />;
}
