'use client';

import { Moon, Sun } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { OnDemand } from './on-demand';

const loadChoices = () => import('./theme-choices').then(({ ThemeChoices }) => ThemeChoices);

/** Light, Dark or System. */
export function ThemeMenu() {
  return (
    <OnDemand
      kind="menu"
      load={loadChoices}
      trigger={
        <Button variant="ghost" size="icon" aria-label="Theme">
          <Sun aria-hidden className="dark:hidden" />
          <Moon aria-hidden className="hidden dark:block" />
        </Button>
      }
    />
  );
}
