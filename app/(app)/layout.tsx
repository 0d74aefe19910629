import type { ReactNode } from 'react';
import { CableProvider, QueryProvider } from '@/components/shell/cable-provider';
import { PaletteButton } from '@/components/shell/palette-button';
import { SiteHeader } from '@/components/shell/site-header';

export default function AppLayout({ children }: { children: ReactNode }) {
  return (
    <QueryProvider>
      <CableProvider>
        <SiteHeader forMembers>
          <PaletteButton />
        </SiteHeader>
        <main
          id="main"
          tabIndex={-1}
          className="outline-none mx-auto max-w-[110rem] px-4 py-6 sm:px-6 3xl:max-w-none 3xl:px-10 print:p-0"
        >
          {children}
        </main>
      </CableProvider>
    </QueryProvider>
  );
}
