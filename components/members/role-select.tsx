import type { ComponentProps } from 'react';
import { Select } from '@/components/ui/select';
import { isAtMost, type Role, roles } from '@/lib/contracts/permissions';
import { roleWords } from './role-words';

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
