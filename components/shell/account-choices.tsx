'use client';

import { LogOut } from 'lucide-react';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { authSessionStore, useAuthSession } from '@/lib/browser/api/use-auth-session';
import type { Popup } from './lazy-popup';

/** The menu of the account: who is signed in, and the way out. */
export const AccountChoices: Popup = ({ trigger }) => {
  const session = useAuthSession();
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent className="max-w-72">
        {session.status === 'signed-in' ? (
          <DropdownMenuLabel>
            <span className="block truncate text-ink">{session.organization.name}</span>
            <span className="block truncate">{session.user.email}</span>
          </DropdownMenuLabel>
        ) : null}
        <DropdownMenuItem onSelect={() => authSessionStore.logOut()}>
          <LogOut aria-hidden className="text-muted" />
          Logout
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
};
