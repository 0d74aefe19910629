import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { ProductProvider } from '@/components/shell/product';
import { ThemeProvider } from '@/components/shell/theme-provider';
import { env } from '@/lib/core/env';
import './globals.css';

// The product's name is the operator's, so it is read when a page is asked for, not when the project is built.
export const dynamic = 'force-dynamic';

export function generateMetadata(): Metadata {
  const product = env().PRODUCT_NAME;
  return {
    title: { default: product, template: `%s · ${product}` },
    description: 'Beautifully simple multi-camera livestreaming that works every time.',
    referrer: 'same-origin',
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fafbfc' },
    { media: '(prefers-color-scheme: dark)', color: '#0b0d10' },
  ],
};

export default function RootLayout({ children }: { children: ReactNode }) {
  const { PRODUCT_NAME: name, SRT_INGEST_PORT: ingestPort, SRT_VIEW_PORT: viewPort } = env();
  return (
    <html lang="en" className={`${GeistSans.variable} ${GeistMono.variable}`} suppressHydrationWarning>
      <body>
        <ThemeProvider>
          <ProductProvider product={{ name, ingestPort, viewPort }}>{children}</ProductProvider>
        </ThemeProvider>
      </body>
    </html>
  );
}
