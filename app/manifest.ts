import type { MetadataRoute } from 'next';
import { webEnv } from '@/lib/platform/env/web-env';

// The brand is a setting of the operator, so it is read at request time.
export const dynamic = 'force-dynamic';

/** The manifest with which a phone installs the product as an app. */
export default function manifest(): MetadataRoute.Manifest {
  const { PRODUCT_NAME: name, BRAND_MARK_URL: markUrl } = webEnv();
  return {
    name,
    short_name: name,
    start_url: '/app',
    display: 'standalone',
    background_color: '#0b0d10',
    theme_color: '#0b0d10',
    icons: markUrl
      ? [{ src: markUrl, sizes: 'any' }]
      : [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
  };
}
