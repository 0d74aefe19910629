import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** The name of a field. */
export function Label({ className, ...props }: ComponentProps<'label'>) {
  // biome-ignore lint/a11y/noLabelWithoutControl: whoever uses it says what it is for
  return <label className={clsx('font-medium text-base text-ink select-none', className)} {...props} />;
}
