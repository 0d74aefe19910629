'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useRef } from 'react';
import { Alert } from '@/components/ui/alert';
import { useAuthSession } from '@/lib/browser/api/use-auth-session';
import type { Action } from '@/lib/contracts/permissions';
import { roleMay } from '@/lib/contracts/permissions';

/** A page of the organization's settings. */
interface OrganizationSection {
  href: string;
  text: string;
  /** The right that a user needs to see the page. */
  action: Action;
  /** Only of the organization that runs the server. */
  isOfOperator?: true;
}

const organizationSections: readonly OrganizationSection[] = [
  { href: '/organization', text: 'Organization', action: 'organization.leave' },
  { href: '/organization/members', text: 'Team', action: 'members.read' },
  { href: '/organization/tokens', text: 'API tokens', action: 'api_tokens.read' },
  { href: '/organization/webhooks', text: 'Webhooks', action: 'webhooks.read' },
  { href: '/organization/plan', text: 'Plan', action: 'plan.read' },
  { href: '/organization/audit', text: 'Audit trail', action: 'audit.read' },
  { href: '/organization/system', text: 'System', action: 'system.read', isOfOperator: true },
];

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
  if (session.status !== 'signed-in') return null;
  const { role, operates_server: isOperator } = session;
  const sections = organizationSections.filter(
    ({ action, isOfOperator }) => roleMay(role, action) && (isOperator || !isOfOperator),
  );
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
      {current && roleMay(role, current.action) ? (
        children
      ) : (
        <Alert>Your role does not allow this. Ask an owner or an admin of your organization.</Alert>
      )}
    </div>
  );
}
