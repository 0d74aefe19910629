import type { Role } from '@/lib/contracts/permissions';
import { lookUp } from '@/lib/core/look-up';

interface RoleWords {
  name: string;
  /** The rights that this role has beyond the next one. */
  meaning: string;
}

const words: Record<Role, RoleWords> = {
  owner: { name: 'Owner', meaning: 'Can also rename the organization and add owners.' },
  admin: { name: 'Admin', meaning: 'Can also invite and remove people and change roles.' },
  member: { name: 'Member', meaning: 'Can run events and cameras.' },
  viewer: { name: 'Viewer', meaning: 'Can watch, cannot change anything.' },
};

/** A role in words. A role that this page does not know stays as it is. */
export const roleWords = (role: Role): RoleWords => lookUp(words, role) ?? { name: role, meaning: '' };
