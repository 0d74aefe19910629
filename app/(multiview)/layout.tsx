import type { ReactNode } from 'react';
import { CableProvider } from '@/components/shell/cable-provider';
import { QueryProvider } from '@/components/shell/query-provider';

export default function MultiviewLayout({ children }: { children: ReactNode }) {
  return (
    <QueryProvider>
      <CableProvider>{children}</CableProvider>
    </QueryProvider>
  );
}
