import type { ReactNode } from 'react';
import { SiteHeader } from '@/components/shell/site-header';

export default function InviteLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader isWide />
      <main id="main" tabIndex={-1} className="outline-none grid flex-1">
        {children}
      </main>
    </div>
  );
}
