import { useRef } from 'react';

/** The focused element. Within a menu, which closes on a choice, the button that opened it. */
export function findOpener(): HTMLElement | null {
  const { activeElement } = document;
  const labelId = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = labelId ? document.getElementById(labelId) : activeElement;
  return opener instanceof HTMLElement ? opener : null;
}

/**
 * The props by which a dialog gives the focus back, once it closes, to what had it before. Radix does so only where the
 * dialog has a trigger of its own. A user who has meanwhile put the focus elsewhere keeps it there.
 * @param opener what had the focus when a dialog that loads on demand was asked for: its menu has closed since
 */
export function useReturnFocus(opener: HTMLElement | null = null) {
  const openerRef = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      const found = findOpener();
      openerRef.current = found === document.body ? opener : found;
    },
    onCloseAutoFocus: () => {
      if (document.activeElement === document.body) openerRef.current?.focus();
    },
  };
}
