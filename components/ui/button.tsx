import type { VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { buttonVariants } from './button-variants';

interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonVariants> {
  /** Passes the style to the only child, for links that look like buttons. */
  asChild?: boolean;
}

/** 32 px high in work areas, 40 px in forms, 44 px on touch screens. */
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
