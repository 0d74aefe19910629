import type { ComponentProps } from 'react';
import { Select } from '@/components/ui/select';
import { isAtMost, type Role, roles } from '@/lib/contracts/permissions';
import { roleWords } from './role-words';

interface RoleSelectProps extends ComponentProps<'select'> {
  /** The highest role to choose: nobody gives one above their own. */
  highest: Role;
}

/** A choice of a role. */
export const RoleSelect = ({ highest, ...props }: RoleSelectProps) => (
  <Select {...props}>
    {roles
      .filter((role) => isAtMost(role, highest))
      .map((role) => (
        <option key={role} value={role}>
          {roleWords[role].name}
        </option>
      ))}
  </Select>
);
