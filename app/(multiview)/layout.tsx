import type { ReactNode } from 'react';
import { CableProvider, QueryProvider } from '@/components/shell/cable-provider';

export default function MultiviewLayout({ children }: { children: ReactNode }) {
  return (
    <QueryProvider>
      <CableProvider>{children}</CableProvider>
    </QueryProvider>
  );
}
