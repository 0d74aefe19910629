'use client';

import { UserRound } from 'lucide-react';
import { buttonVariants } from '@/components/ui/button-variants';
import { OnDemand } from './on-demand';

const loadChoices = () => import('./account-choices').then(({ AccountChoices }) => AccountChoices);

/** Who is signed in, and the way out. */
export function UserMenu() {
  return (
    <OnDemand
      kind="menu"
      load={loadChoices}
      trigger={
        <button type="button" aria-label="Account" className={buttonVariants({ variant: 'ghost', size: 'icon' })}>
          <UserRound aria-hidden />
        </button>
      }
    />
  );
}
