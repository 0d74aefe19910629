import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** A text field. Its text is 16 px on phones, because iOS zooms the page on focus below that. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  return (
    <input
      className={clsx(
        'low:h-10 w-full min-w-0 rounded-md border border-field bg-canvas low:px-3 text-base text-ink transition-[border-color] placeholder:text-faint hover:border-muted disabled:opacity-50 aria-invalid:border-failed pointer-coarse:h-11 pointer-coarse:text-md',
        className,
      )}
      {...props}
    />
  );
}

/** A field's label. */
export function Label({ className, ...props }: ComponentProps<'label'>) {
  // biome-ignore lint/a11y/noLabelWithoutControl: callers set htmlFor
  return <label className={clsx('font-medium text-base text-ink select-none', className)} {...props} />;
}

/** A choice among a few options, by the platform's own list. Its text is 16 px on phones, as that of an Input. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return (
    <select
      className={clsx(
        'low:h-10 low:w-full min-w-0 rounded-md border border-field bg-canvas low:px-3 text-base text-ink transition-[border-color] hover:border-muted disabled:opacity-50 pointer-coarse:h-11 pointer-coarse:text-md',
        className,
      )}
      {...props}
    />
  );
}
