import { Landing } from '@/components/site/landing';
import { env } from '@/lib/core/env';

export default function LandingPage() {
  return <Landing product={env().PRODUCT_NAME} />;
}
