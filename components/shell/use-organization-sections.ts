import { useAuthSession } from '@/lib/browser/api/use-auth-session';
import { type Action, roleMay } from '@/lib/contracts/permissions';

/** A page of the organization's settings. */
interface OrganizationSection {
  href: string;
  text: string;
  /** The right that a user needs to see the page. */
  action: Action;
  /** Only of the organization that runs the server. */
  isOfOperator?: true;
}

/** All of them, in the order of their links. */
export const organizationSections: readonly OrganizationSection[] = [
  { href: '/organization', text: 'Organization', action: 'organization.leave' },
  { href: '/organization/members', text: 'Team', action: 'members.read' },
  { href: '/organization/tokens', text: 'API tokens', action: 'api_tokens.read' },
  { href: '/organization/webhooks', text: 'Webhooks', action: 'webhooks.read' },
  { href: '/organization/analytics', text: 'Analytics', action: 'reports.view' },
  { href: '/organization/plan', text: 'Plan', action: 'plan.read' },
  { href: '/organization/audit', text: 'Audit trail', action: 'audit.read' },
  { href: '/organization/system', text: 'System', action: 'system.read', isOfOperator: true },
];

/** The pages of the organization's settings that the user may see; none while nobody is signed in. */
export function useOrganizationSections(): readonly OrganizationSection[] {
  const session = useAuthSession();
  if (session.status !== 'signed-in') return [];
  const { role, operates_server: isOperator } = session;
  return organizationSections.filter(
    ({ action, isOfOperator }) => roleMay(role, action) && (isOperator || !isOfOperator),
  );
}
