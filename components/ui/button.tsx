import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';

/** The looks of a button, for links that look like one. `low:` classes give way to any class of the caller. */
export const buttonVariants = cva(
  "inline-flex shrink-0 items-center low:justify-center gap-2 rounded-md font-medium low:text-base whitespace-nowrap transition-[background-color,border-color,color,opacity] select-none disabled:opacity-50 [&_svg:not([class*='size-'])]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: 'bg-primary text-on-primary hover:bg-primary/85 active:bg-primary/75',
        outline:
          'border low:border-line-strong low:bg-transparent low:text-ink low:hover:bg-control low:active:bg-control-hover',
        ghost: 'low:text-muted low:hover:bg-control low:hover:text-ink low:active:bg-control-hover',
        destructive: 'bg-failed text-canvas hover:bg-failed/90 active:bg-failed/80',
        link: 'text-ink underline underline-offset-4 decoration-line-strong hover:decoration-ink',
      },
      size: {
        work: 'low:h-8 low:px-3 pointer-coarse:h-11',
        form: 'low:h-10 low:px-4 pointer-coarse:h-11',
        icon: 'low:size-8 pointer-coarse:size-11',
        inline: 'h-auto p-0',
      },
    },
    defaultVariants: { variant: 'outline', size: 'work' },
  },
);

interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonVariants> {
  /** Gives the looks to the only child, for links that look like buttons. */
  asChild?: boolean;
}

/** 32 px high in work areas, 40 px in forms, 44 px under a finger. */
export function Button({ className, variant, size, asChild = false, type = 'button', ...props }: ButtonProps) {
  const Component = asChild ? Slot.Root : 'button';
  return (
    <Component
      className={buttonVariants({ variant, size, className })}
      {...(asChild ? undefined : { type })}
      {...props}
    />
  );
}
