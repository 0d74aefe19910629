import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from './cn';

const badgeVariants = cva(
  'inline-flex h-5 shrink-0 items-center gap-1.5 rounded-md border px-1.5 font-medium text-xs whitespace-nowrap',
  {
    variants: {
      tone: {
        neutral: 'border-line-strong text-muted',
        success: 'border-live/50 text-live',
        warning: 'border-pending/50 text-pending',
        error: 'border-failed/50 text-failed',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

/** A word or a count beside a heading. Its text says what its color says. */
export function Badge({ className, tone, ...props }: ComponentProps<'span'> & VariantProps<typeof badgeVariants>) {
  return <span className={cn(badgeVariants({ tone }), className)} {...props} />;
}
