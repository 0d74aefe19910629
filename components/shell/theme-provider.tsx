'use client';

import { ThemeProvider as NextThemes } from 'next-themes';
import type { ReactNode } from 'react';

/** Light, dark or the device's choice, set before the first paint and kept in local storage. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <NextThemes attribute="class" storageKey="sightline-theme" defaultTheme="system" disableTransitionOnChange>
      {children}
    </NextThemes>
  );
}
