'use client';

import { UserRound } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { OnDemand } from './on-demand';

const loadChoices = () => import('./account-choices').then(({ AccountChoices }) => AccountChoices);

/** Who is signed in, and the way out. */
export function UserMenu() {
  return (
    <OnDemand
      kind="menu"
      load={loadChoices}
      trigger={
        <Button variant="ghost" size="icon" aria-label="Account">
          <UserRound aria-hidden />
        </Button>
      }
    />
  );
}
