'use client';

import { Moon, Sun } from 'lucide-react';
import { buttonVariants } from '@/components/ui/button-variants';
import { LazyPopup } from './lazy-popup';

const loadChoices = () => import('./theme-choices').then(({ ThemeChoices }) => ThemeChoices);

/** Light, Dark or System. */
export function ThemeMenu() {
  return (
    <LazyPopup
      kind="menu"
      load={loadChoices}
      trigger={
        <button type="button" aria-label="Theme" className={buttonVariants({ variant: 'ghost', size: 'icon' })}>
          <Sun aria-hidden className="dark:hidden" />
          <Moon aria-hidden className="hidden dark:block" />
        </button>
      }
    />
  );
}
