'use client';

import { Tooltip as TooltipPrimitive } from 'radix-ui';
import { type FocusEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { cn } from './cn';

interface TooltipProps {
  text: string;
  /** The key that does the same. */
  keys?: string;
  /** One element that accepts a ref and can have focus, so that the keyboard shows the text too. */
  children: ReactNode;
  /** For pages that are dark in both themes. */
  isDark?: boolean;
}

/** React carries the events of a popup up to what opened it. */
const isOfPopup = ({ currentTarget, target }: FocusEvent | PointerEvent): boolean =>
  target instanceof Node && !currentTarget.contains(target);

/** A short text shown on hover and on focus. A popup that its button opens does not show it, nor does coming back from there. */
export function Tooltip({ text, keys, children, isDark = false }: TooltipProps) {
  const isInPopup = useRef(false);
  // Radix leaves out what is prevented.
  const passOverFocus = (event: FocusEvent) => {
    if (isOfPopup(event) || isInPopup.current) event.preventDefault();
    isInPopup.current = isOfPopup(event);
  };
  const passOverMove = (event: PointerEvent) => {
    if (isOfPopup(event)) event.preventDefault();
  };
  return (
    <TooltipPrimitive.Provider delayDuration={300}>
      <TooltipPrimitive.Root>
        <TooltipPrimitive.Trigger asChild onFocus={passOverFocus} onPointerMove={passOverMove}>
          {children}
        </TooltipPrimitive.Trigger>
        <TooltipPrimitive.Portal>
          <TooltipPrimitive.Content
            sideOffset={6}
            className={cn(
              'z-50 max-w-xs rounded-md border bg-floating px-2 py-1 text-ink text-xs shadow-float fade-in-0 animate-in duration-150',
              isDark && 'dark',
            )}
          >
            {text}
            {keys ? <kbd className="ml-2 rounded-sm border px-1 font-mono">{keys}</kbd> : null}
          </TooltipPrimitive.Content>
        </TooltipPrimitive.Portal>
      </TooltipPrimitive.Root>
    </TooltipPrimitive.Provider>
  );
}
