import type { Action } from '@/lib/contracts/permissions';

/** A page of the organization's settings. */
export interface OrganizationSection {
  href: string;
  text: string;
  /** Whoever may do this sees the page. */
  action: Action;
}

export const organizationSections: readonly OrganizationSection[] = [
  { href: '/organization/webhooks', text: 'Webhooks', action: 'webhooks.read' },
  { href: '/organization/plan', text: 'Plan', action: 'plan.read' },
];
