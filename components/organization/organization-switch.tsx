'use client';

import { roleWords } from '@/components/members/role-words';
import { Alert } from '@/components/ui/alert';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { messageOr } from '@/lib/browser/api/error-text';
import { useSwitchOrganization } from '@/lib/browser/data/organization/use-members';
import type { AccountJson } from '@/lib/contracts/accounts';

interface OrganizationSwitchProps {
  organizations: AccountJson['organizations'];
  currentId: string;
}

/** The user's organizations, each but the present one with a button that goes there. */
export function OrganizationSwitch({ organizations, currentId }: OrganizationSwitchProps) {
  const change = useSwitchOrganization();
  return (
    <div className="grid gap-4">
      {change.isError ? <Alert variant="destructive">{messageOr(change.error, 'Failed to switch')}</Alert> : null}
      <ul className="divide-y rounded-lg border">
        {organizations.map(({ id, name, role }) => (
          <li key={id} className="flex min-h-14 items-center gap-4 px-4 py-2">
            <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
              <span dir="auto" className="wrap-anywhere font-medium">
                {name}
              </span>
              <Badge>{roleWords(role).name}</Badge>
            </div>
            {id === currentId ? (
              <span className="ml-auto text-muted">Open</span>
            ) : (
              <Button
                className="ml-auto"
                aria-label={`Switch to ${name}`}
                disabled={change.isPending}
                onClick={() => change.mutate(id)}
              >
                Switch
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
