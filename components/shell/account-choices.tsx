'use client';

import { Building2, LogOut, UserRound } from 'lucide-react';
import Link from 'next/link';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { authSessionStore, useAuthSession } from '@/lib/browser/api/use-auth-session';
import type { Popup } from './lazy-popup';

/** The account menu: who is signed in, the account's page, and Logout. */
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
        <DropdownMenuItem asChild>
          <Link href="/account">
            <UserRound aria-hidden className="text-muted" />
            Account
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link href="/organization">
            <Building2 aria-hidden className="text-muted" />
            Organization
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => authSessionStore.logOut()}>
          <LogOut aria-hidden className="text-muted" />
          Logout
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
};
