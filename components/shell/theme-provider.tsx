'use client';

import { ThemeProvider as NextThemes } from 'next-themes';
import type { ReactNode } from 'react';
import { themeStorageKey } from './theme-storage-key';

/** Light, dark or the device's choice, set before the first paint and kept in local storage. */
export function ThemeProvider({ product, children }: { product: string; children: ReactNode }) {
  return (
    <NextThemes attribute="class" storageKey={themeStorageKey(product)} defaultTheme="system" disableTransitionOnChange>
      {children}
    </NextThemes>
  );
}
