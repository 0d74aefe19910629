'use client';

import { AlertDialog as AlertDialogPrimitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn';
import { dialogClass, overlayClass } from './dialog';
import { useReturnFocus } from './use-return-focus';

export const AlertDialog = AlertDialogPrimitive.Root;
export const AlertDialogCancel = AlertDialogPrimitive.Cancel;
export const AlertDialogAction = AlertDialogPrimitive.Action;

interface AlertDialogContentProps extends ComponentProps<typeof AlertDialogPrimitive.Content> {
  /** Gets the focus back where nothing had it when the question appeared. */
  opener?: HTMLElement | null;
}

/** A modal question that only its buttons or Escape close. */
export function AlertDialogContent({ className, opener, ...props }: AlertDialogContentProps) {
  const returnFocus = useReturnFocus(opener);
  return (
    <AlertDialogPrimitive.Portal>
      <AlertDialogPrimitive.Overlay className={overlayClass} />
      <AlertDialogPrimitive.Content className={cn(dialogClass, className)} {...returnFocus} {...props} />
    </AlertDialogPrimitive.Portal>
  );
}

export function AlertDialogTitle({ className, ...props }: ComponentProps<typeof AlertDialogPrimitive.Title>) {
  return (
    <AlertDialogPrimitive.Title
      className={cn('wrap-anywhere font-semibold text-lg tracking-tight', className)}
      {...props}
    />
  );
}

export function AlertDialogDescription({
  className,
  ...props
}: ComponentProps<typeof AlertDialogPrimitive.Description>) {
  return <AlertDialogPrimitive.Description className={cn('text-base text-muted', className)} {...props} />;
}
