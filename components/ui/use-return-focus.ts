import { useRef } from 'react';

/** What has the focus; within a menu, which closes by the choice of an item, the button that has opened it. */
function findOpener(): HTMLElement | null {
  const { activeElement } = document;
  const labelId = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = labelId ? document.getElementById(labelId) : activeElement;
  return opener instanceof HTMLElement ? opener : null;
}

/**
 * The props by which a dialog gives the focus back, once it closes, to what had it before. Radix does so only where the
 * dialog has a trigger of its own. A user who has meanwhile put the focus elsewhere keeps it there.
 */
export function useReturnFocus() {
  const openerRef = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      openerRef.current = findOpener();
    },
    onCloseAutoFocus: () => {
      if (document.activeElement === document.body) openerRef.current?.focus();
    },
  };
}
