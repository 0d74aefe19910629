import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** A field's label. */
export function Label({ className, ...props }: ComponentProps<'label'>) {
  // biome-ignore lint/a11y/noLabelWithoutControl: callers set htmlFor
  return <label className={clsx('font-medium text-base text-ink select-none', className)} {...props} />;
}
