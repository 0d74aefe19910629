'use client';

import { X } from 'lucide-react';
import { Dialog as DialogPrimitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { Button } from './button';
import { cn } from './cn';
import { overlayClass } from './dialog';

export const Sheet = DialogPrimitive.Root;
export const SheetTrigger = DialogPrimitive.Trigger;
export const SheetClose = DialogPrimitive.Close;

interface SheetContentProps extends ComponentProps<typeof DialogPrimitive.Content> {
  /** Announced by screen readers when the sheet opens. */
  title: string;
}

/** A modal panel at the left edge. */
export function SheetContent({ className, title, children, ...props }: SheetContentProps) {
  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Overlay className={overlayClass} />
      <DialogPrimitive.Content
        aria-describedby={undefined}
        className={cn(
          'fixed inset-y-0 left-0 z-50 flex w-[250px] flex-col gap-1 border-r bg-floating p-4 shadow-float slide-in-from-left-4 fade-in-0 animate-in duration-150',
          className,
        )}
        {...props}
      >
        <div className="mb-2 flex items-center justify-between">
          <DialogPrimitive.Title className="px-2 font-semibold text-md">{title}</DialogPrimitive.Title>
          <DialogPrimitive.Close asChild>
            <Button variant="ghost" size="icon" aria-label="Close">
              <X aria-hidden />
            </Button>
          </DialogPrimitive.Close>
        </div>
        {children}
      </DialogPrimitive.Content>
    </DialogPrimitive.Portal>
  );
}
