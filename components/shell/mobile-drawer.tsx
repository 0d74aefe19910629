'use client';

import { Menu } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { OnDemand } from './on-demand';

const loadNavigation = () => import('./mobile-navigation').then(({ MobileNavigation }) => MobileNavigation);

/** The navigation of small screens. */
export function MobileDrawer() {
  return (
    <OnDemand
      kind="dialog"
      load={loadNavigation}
      trigger={
        <Button variant="ghost" size="icon" aria-label="Menu" className="-ml-2 md:hidden">
          <Menu aria-hidden />
        </Button>
      }
    />
  );
}
