import { Landing } from '@/components/site/landing';
import { env } from '@/lib/platform/env';

export default function LandingPage() {
  const { PRODUCT_NAME, CLAIM_PREVIEW_LATENCY, CLAIM_EDGE_LOCATIONS } = env();
  return <Landing product={PRODUCT_NAME} previewLatency={CLAIM_PREVIEW_LATENCY} edgeLocations={CLAIM_EDGE_LOCATIONS} />;
}
