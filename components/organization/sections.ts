import type { Action } from '@/lib/contracts/permissions';

/** A page of the organization's settings. */
export interface OrganizationSection {
  href: string;
  text: string;
  /** Whoever may do this sees the page. */
  action: Action;
  /** Only of the organization that runs the server. */
  isOfOperator?: true;
}

export const organizationSections: readonly OrganizationSection[] = [
  { href: '/organization', text: 'Organization', action: 'organization.leave' },
  { href: '/organization/members', text: 'Team', action: 'members.read' },
  { href: '/organization/tokens', text: 'API tokens', action: 'api_tokens.read' },
  { href: '/organization/webhooks', text: 'Webhooks', action: 'webhooks.read' },
  { href: '/organization/plan', text: 'Plan', action: 'plan.read' },
  { href: '/organization/audit', text: 'Audit trail', action: 'audit.read' },
  { href: '/organization/system', text: 'System', action: 'system.read', isOfOperator: true },
];
