import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { BrandColors } from '@/components/shell/brand-colors';
import { ProductProvider } from '@/components/shell/product';
import { ThemeScript } from '@/components/shell/theme-script';
import { ToastArea } from '@/components/shell/toast-area';
import { tokenKey } from '@/lib/browser/api/token-key';
import { pageNonceHeader } from '@/lib/http/page-nonce';
import { webEnv } from '@/lib/platform/env/web-env';
import './globals.css';

// The brand is a setting of the operator, so it is read at request time and not at build time.
export const dynamic = 'force-dynamic';

export function generateMetadata(): Metadata {
  const { PRODUCT_NAME: product, BRAND_MARK_URL: markUrl } = webEnv();
  return {
    title: { default: product, template: `%s · ${product}` },
    description: 'Beautifully simple multi-camera livestreaming that works every time.',
    icons: { icon: markUrl ?? '/mark.svg', apple: markUrl ?? '/icon-180.png' },
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fafbfc' },
    { media: '(prefers-color-scheme: dark)', color: '#0b0d10' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const settings = webEnv();
  const nonce = (await headers()).get(pageNonceHeader) ?? undefined;
  const product = {
    name: settings.PRODUCT_NAME,
    markUrl: settings.BRAND_MARK_URL,
    srtHost: settings.SRT_PUBLIC_HOST,
    ingestPort: settings.SRT_INGEST_PORT,
    viewPort: settings.SRT_VIEW_PORT,
    rtmpPort: settings.RTMP_PORT,
    takesRtmps: settings.RTMPS_FOLDER !== undefined,
  };
  return (
    <html
      lang="en"
      data-token-key={tokenKey(product.name)}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
      suppressHydrationWarning
    >
      <body>
        <BrandColors nonce={nonce} light={settings.BRAND_COLOR_LIGHT} dark={settings.BRAND_COLOR_DARK} />
        <ThemeScript nonce={nonce} product={product.name} />
        <ProductProvider product={product}>
          {children}
          <ToastArea />
        </ProductProvider>
      </body>
    </html>
  );
}
