import type { ComponentProps } from 'react';
import { lengths } from '@/lib/contracts/limits';
import { Field } from './field';

/** The field of a password that is to be set. */
export const NewPasswordField = (props: Partial<ComponentProps<typeof Field>>) => (
  <Field
    label="Password"
    name="password"
    type="password"
    autoComplete="new-password"
    hint={`At least ${lengths.password.min} characters`}
    required
    {...props}
  />
);
