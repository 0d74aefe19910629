import type { ComponentProps } from 'react';
import { Select } from '@/components/ui/input';
import { isAtMost, type Role, roles } from '@/lib/contracts/permissions';
import { lookUp } from '@/lib/core/look-up';

interface RoleSelectProps extends ComponentProps<'select'> {
  value: Role;
  /** The highest role to choose: nobody gives one above their own. */
  highest: Role;
}

/** A choice of a role; the present one is shown even where this page does not know it. */
export const RoleSelect = ({ highest, ...props }: RoleSelectProps) => (
  <Select {...props}>
    {rolesToChoose(highest, props.value).map((role) => (
      <option key={role} value={role}>
        {roleWords(role).name}
      </option>
    ))}
  </Select>
);

function rolesToChoose(highest: Role, present: Role): Role[] {
  const known = roles.filter((role) => isAtMost(role, highest));
  return roles.includes(present) ? known : [present, ...known];
}

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
