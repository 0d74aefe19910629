'use client';

import { ArrowLeftRight, Building2, LogOut, UserRound } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { switchOrganization } from '@/lib/browser/api/enter-session';
import { messageOr } from '@/lib/browser/api/error-text';
import { authSessionStore, useAuthSession } from '@/lib/browser/api/use-auth-session';
import { toast } from '@/lib/browser/page/toast';
import type { Popup } from './lazy-popup';

/** The account menu: who is signed in, their other organizations, the settings, and Logout. */
export const AccountChoices: Popup = ({ trigger }) => {
  const router = useRouter();
  const session = useAuthSession();
  const others =
    session.status === 'signed-in' ? session.organizations.filter(({ id }) => id !== session.organization.id) : [];
  const switchTo = async (organizationId: string) => {
    try {
      await switchOrganization(organizationId);
      // The open page belongs to the other organization.
      router.push('/app');
    } catch (error) {
      toast.error('Error', { description: messageOr(error, 'Failed to switch') });
    }
  };
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
        {others.map(({ id, name }) => (
          <DropdownMenuItem key={id} onSelect={() => void switchTo(id)}>
            <ArrowLeftRight aria-hidden className="shrink-0 text-muted" />
            <span className="truncate">Switch to {name}</span>
          </DropdownMenuItem>
        ))}
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
