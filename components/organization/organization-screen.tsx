'use client';

import { useAuthSession } from '@/lib/browser/api/use-auth-session';

/** The organization's name, and the way out of it. */
export function OrganizationScreen() {
  const session = useAuthSession();
  if (session.status !== 'signed-in') return null;
  return <h1 className="wrap-anywhere font-semibold text-xl">{session.organization.name}</h1>;
}
