import type { MetadataRoute } from 'next';
import { webEnv } from '@/lib/platform/env/web-env';

// The brand is the operator's, so it is read when it is asked for.
export const dynamic = 'force-dynamic';

/** What a phone needs to keep the product among its apps. */
export default function manifest(): MetadataRoute.Manifest {
  const { PRODUCT_NAME: name, BRAND_MARK_URL: markUrl } = webEnv();
  return {
    name,
    short_name: name,
    start_url: '/app',
    display: 'standalone',
    background_color: '#0b0d10',
    theme_color: '#0b0d10',
    icons: [{ src: markUrl ?? '/mark.svg', sizes: 'any' }],
  };
}
