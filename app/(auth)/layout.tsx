import type { ReactNode } from 'react';
import { RedirectSignedIn } from '@/components/auth/redirect-signed-in';
import { SiteHeader } from '@/components/shell/site-header';

export default function EntranceLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <RedirectSignedIn />
      <SiteHeader />
      <main className="grid flex-1">{children}</main>
    </div>
  );
}
