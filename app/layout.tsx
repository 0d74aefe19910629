import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { BrandColors } from '@/components/shell/brand-colors';
import { ProductProvider } from '@/components/shell/product';
import { ThemeScript } from '@/components/shell/theme-script';
import { webEnv } from '@/lib/platform/env/web-env';
import './globals.css';

// The brand is the operator's, so it is read when a page is asked for, not when the project is built.
export const dynamic = 'force-dynamic';

export function generateMetadata(): Metadata {
  const { PRODUCT_NAME: product, BRAND_MARK_URL: markUrl } = webEnv();
  return {
    title: { default: product, template: `%s · ${product}` },
    description: 'Beautifully simple multi-camera livestreaming that works every time.',
    referrer: 'same-origin',
    icons: { icon: markUrl ?? '/mark.svg', apple: markUrl ?? '/mark.svg' },
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fafbfc' },
    { media: '(prefers-color-scheme: dark)', color: '#0b0d10' },
  ],
};

export default function RootLayout({ children }: { children: ReactNode }) {
  const settings = webEnv();
  const product = {
    name: settings.PRODUCT_NAME,
    markUrl: settings.BRAND_MARK_URL,
    ingestPort: settings.SRT_INGEST_PORT,
    viewPort: settings.SRT_VIEW_PORT,
  };
  return (
    <html lang="en" className={`${GeistSans.variable} ${GeistMono.variable}`} suppressHydrationWarning>
      <body>
        <BrandColors light={settings.BRAND_COLOR_LIGHT} dark={settings.BRAND_COLOR_DARK} />
        <ThemeScript product={product.name} />
        <ProductProvider product={product}>{children}</ProductProvider>
      </body>
    </html>
  );
}
