'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useRef } from 'react';
import { organizationSections, useOrganizationSections } from '@/components/shell/use-organization-sections';
import { Alert } from '@/components/ui/alert';
import { useAuthSession } from '@/lib/browser/api/use-auth-session';
import { roleMay } from '@/lib/contracts/permissions';

/** The pages of the organization's settings, under the links to those that the user may see. */
export function OrganizationFrame({ children }: { children: ReactNode }) {
  const path = usePathname();
  const session = useAuthSession();
  const navRef = useRef<HTMLElement>(null);
  const isShown = session.status === 'signed-in';
  // On a phone the links scroll sideways; keep this page's link in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path decides which link is the present one
  useEffect(() => {
    if (isShown)
      navRef.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [isShown, path]);
  const sections = useOrganizationSections();
  if (session.status !== 'signed-in') return null;
  // The first one contains all others.
  const current = organizationSections.findLast(({ href }) => path === href || path.startsWith(`${href}/`));
  return (
    <div className="mx-auto grid max-w-3xl gap-8">
      <nav
        ref={navRef}
        aria-label="Organization"
        className="-mx-4 flex gap-1 overflow-x-auto border-b px-4 pb-2 sm:mx-0 sm:px-0"
      >
        {sections.map(({ href, text }) => (
          <Link
            key={href}
            href={href}
            aria-current={href === current?.href ? 'page' : undefined}
            className="flex h-8 shrink-0 items-center rounded-md px-2.5 font-medium text-muted hover:text-ink aria-[current]:bg-control aria-[current]:text-ink pointer-coarse:h-11"
          >
            {text}
          </Link>
        ))}
      </nav>
      {current && roleMay(session.role, current.action) ? (
        children
      ) : (
        <Alert>Your role does not allow this. Ask an owner or an admin of your organization.</Alert>
      )}
    </div>
  );
}
