import type { ReactNode } from 'react';
import { QueryProvider } from '@/components/shell/query-provider';

export default function WallLayout({ children }: { children: ReactNode }) {
  return <QueryProvider>{children}</QueryProvider>;
}
