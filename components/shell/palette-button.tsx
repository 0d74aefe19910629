'use client';

import { Search } from 'lucide-react';
import { useRef } from 'react';
import { buttonVariants } from '@/components/ui/button-variants';
import { useAuthSession } from '@/lib/browser/api/use-auth-session';
import { useKeyDown } from '@/lib/browser/page/use-key-down';
import { LazyPopup } from './lazy-popup';

const loadCommandPalette = () => import('./command-palette').then(({ CommandPalette }) => CommandPalette);

/** The button that opens the command palette; Control+K and ⌘K press it. */
export function PaletteButton() {
  const isSignedIn = useAuthSession().status === 'signed-in';
  const ref = useRef<HTMLButtonElement>(null);
  useKeyDown((event) => {
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.code === 'KeyK';
    if (!isShortcut || event.repeat) return;
    // Firefox would go to its search field.
    event.preventDefault();
    ref.current?.click();
  });
  if (!isSignedIn) return null;
  return (
    <LazyPopup
      kind="dialog"
      load={loadCommandPalette}
      trigger={
        <button
          ref={ref}
          type="button"
          aria-label="Search and commands"
          aria-keyshortcuts="Control+K Meta+K"
          title="Search and commands (Ctrl+K or ⌘K)"
          className={buttonVariants({ variant: 'ghost', size: 'icon', className: 'max-md:hidden' })}
        >
          <Search aria-hidden />
        </button>
      }
    />
  );
}
