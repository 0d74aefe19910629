import type { Role } from '@/lib/contracts/permissions';
import { lookUp } from '@/lib/core/look-up';

interface RoleWords {
  name: string;
  /** The rights that this role has beyond the next one. */
  meaning: string;
}

const words: Record<Role, RoleWords> = {
  owner: { name: 'Owner', meaning: 'Also renames the organization, and makes owners.' },
  admin: { name: 'Admin', meaning: 'Also invites people, removes them, and gives roles.' },
  member: { name: 'Member', meaning: 'Runs events and cameras.' },
  viewer: { name: 'Viewer', meaning: 'Watches, and changes nothing.' },
};

/** A role in words; one that this page does not know as it is. */
export const roleWords = (role: Role): RoleWords => lookUp(words, role) ?? { name: role, meaning: '' };
