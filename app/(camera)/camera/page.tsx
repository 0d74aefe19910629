import type { Metadata } from 'next';
import { CameraScreen } from '@/components/camera/camera-screen';
import { reachEnv } from '@/lib/platform/env/reach-env';
import { readAuthority } from '@/lib/platform/https/authority';

export const metadata: Metadata = { title: 'Camera', robots: { index: false } };
export const dynamic = 'force-dynamic';

export default async function CameraPage() {
  const hasAuthority = (await readAuthority()) !== null;
  return <CameraScreen httpsPort={reachEnv().HTTPS_PORT ?? null} hasAuthority={hasAuthority} />;
}
