import { Landing } from '@/components/site/landing';
import { webEnv } from '@/lib/platform/env/web-env';

export default function LandingPage() {
  const { PRODUCT_NAME, CLAIM_PREVIEW_LATENCY, CLAIM_EDGE_LOCATIONS, SIGNUP } = webEnv();
  return (
    <Landing
      product={PRODUCT_NAME}
      previewLatency={CLAIM_PREVIEW_LATENCY}
      edgeLocations={CLAIM_EDGE_LOCATIONS}
      canSignUp={SIGNUP === 'open'}
    />
  );
}
