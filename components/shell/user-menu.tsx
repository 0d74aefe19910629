'use client';

import { UserRound } from 'lucide-react';
import { buttonVariants } from '@/components/ui/button-variants';
import { LazyPopup } from './lazy-popup';

const loadChoices = () => import('./account-choices').then(({ AccountChoices }) => AccountChoices);

/** Who is signed in, and the way out. */
export function UserMenu() {
  return (
    <LazyPopup
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
