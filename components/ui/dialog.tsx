'use client';

import { X } from 'lucide-react';
import { Dialog as DialogPrimitive } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { isEscape } from '@/lib/browser/page/pressed-key';
import { Button } from './button';
import { cn } from './cn';
import { useReturnFocus } from './use-return-focus';

export const Dialog = DialogPrimitive.Root;
export const DialogTrigger = DialogPrimitive.Trigger;
export const DialogClose = DialogPrimitive.Close;

export const overlayClass = 'fixed inset-0 z-50 bg-black/60 fade-in-0 animate-in duration-150';
export const dialogClass =
  'fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 gap-4 overflow-y-auto rounded-lg border bg-floating p-6 shadow-float fade-in-0 animate-in duration-150';

/** A panel in the center of the page; Escape and the close button close it. */
export function DialogContent({ className, children, ...props }: ComponentProps<typeof DialogPrimitive.Content>) {
  const returnFocus = useReturnFocus();
  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Overlay className={overlayClass} />
      <DialogPrimitive.Content
        className={cn(dialogClass, className)}
        onEscapeKeyDown={(event) => {
          if (!isEscape(event)) event.preventDefault();
        }}
        {...returnFocus}
        {...props}
      >
        {children}
        <DialogPrimitive.Close asChild>
          <Button variant="ghost" size="icon" aria-label="Close" className="absolute top-3 right-3">
            <X aria-hidden />
          </Button>
        </DialogPrimitive.Close>
      </DialogPrimitive.Content>
    </DialogPrimitive.Portal>
  );
}

export function DialogTitle({ className, ...props }: ComponentProps<typeof DialogPrimitive.Title>) {
  return <DialogPrimitive.Title className={cn('pr-8 font-semibold text-lg tracking-tight', className)} {...props} />;
}

export function DialogDescription({ className, ...props }: ComponentProps<typeof DialogPrimitive.Description>) {
  return <DialogPrimitive.Description className={cn('text-base text-muted', className)} {...props} />;
}

interface DialogHeadingProps {
  title: string;
  /** Describes the dialog. */
  children: ReactNode;
}

export const DialogHeading = ({ title, children }: DialogHeadingProps) => (
  <div className="grid gap-1">
    <DialogTitle>{title}</DialogTitle>
    <DialogDescription>{children}</DialogDescription>
  </div>
);

export function DialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('flex justify-end gap-2', className)} {...props} />;
}
