import type { Role } from '@/lib/contracts/permissions';

/** Roles, and what each may do beyond the next one. */
export const roleWords: Record<Role, { name: string; meaning: string }> = {
  owner: { name: 'Owner', meaning: 'Also renames the organization, and makes owners.' },
  admin: { name: 'Admin', meaning: 'Also invites people, removes them, and gives roles.' },
  member: { name: 'Member', meaning: 'Runs events and cameras.' },
  viewer: { name: 'Viewer', meaning: 'Watches, and changes nothing.' },
};
