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
