import type { ReactNode } from 'react';
import { RequireSession } from '@/components/auth/require-session';
import { OrganizationFrame } from '@/components/organization/organization-frame';

export default function OrganizationLayout({ children }: { children: ReactNode }) {
  return (
    <RequireSession>
      <OrganizationFrame>{children}</OrganizationFrame>
    </RequireSession>
  );
}
