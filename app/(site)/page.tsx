import { redirect } from 'next/navigation';
import { Landing } from '@/components/site/landing';
import { webEnv } from '@/lib/platform/env/web-env';

export default function LandingPage() {
  const { PRODUCT_NAME, LANDING, CLAIM_PREVIEW_LATENCY, CLAIM_EDGE_LOCATIONS, SIGNUP, SOURCE_URL } = webEnv();
  if (LANDING === 'off') redirect('/login');
  const claims = { previewLatency: CLAIM_PREVIEW_LATENCY, edgeLocations: CLAIM_EDGE_LOCATIONS };
  return (
    <Landing
      product={PRODUCT_NAME}
      claims={LANDING === 'claims' ? claims : null}
      canSignUp={SIGNUP === 'open'}
      source={SOURCE_URL ?? null}
    />
  );
}
