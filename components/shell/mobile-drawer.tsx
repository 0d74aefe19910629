'use client';

import { Menu } from 'lucide-react';
import { buttonVariants } from '@/components/ui/button-variants';
import { LazyPopup } from './lazy-popup';

const loadNavigation = () => import('./mobile-navigation').then(({ MobileNavigation }) => MobileNavigation);

/** The button that opens the navigation of small screens. */
export function MobileDrawer() {
  return (
    <LazyPopup
      kind="dialog"
      load={loadNavigation}
      trigger={
        <button
          type="button"
          aria-label="Menu"
          className={buttonVariants({ variant: 'ghost', size: 'icon', className: '-ml-2 md:hidden' })}
        >
          <Menu aria-hidden />
        </button>
      }
    />
  );
}
