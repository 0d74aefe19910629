'use client';

import { type FormEvent, useId, useState } from 'react';
import { Field } from '@/components/controls/field';
import { FormActions } from '@/components/controls/form-actions';
import { SegmentedControl } from '@/components/controls/segmented-control';
import { CopyLine } from '@/components/stream/connection/copy-line';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from '@/components/ui/dialog';
import { Label } from '@/components/ui/label';
import { Select } from '@/components/ui/select';
import { detailsOr } from '@/lib/browser/api/error-text';
import { useApiTokenMutations } from '@/lib/browser/data/organization/use-api-tokens';

const accesses = [
  { value: 'read', text: 'Read' },
  { value: 'write', text: 'Read and write' },
] as const;
const accessHints = {
  read: 'Can see events, streams and metrics, but no keys. Cannot change anything.',
  write: 'Can also run events and streams and see their keys, like a member.',
};
type Access = keyof typeof accessHints;

const dayMs = 86_400_000;
const lifetimes = [
  { days: 30, text: '30 days' },
  { days: 90, text: '90 days' },
  { days: 365, text: '1 year' },
  { days: 0, text: 'Never' },
];

interface CreateApiTokenDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A dialog that creates an API token, and then shows it once. It stays while the list behind it changes. */
export function CreateApiTokenDialog({ open, onOpenChange }: CreateApiTokenDialogProps) {
  const [access, setAccess] = useState<Access>('read');
  const lifetimeId = useId();
  const { create } = useApiTokenMutations();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const days = Number(form.get('days'));
    create.mutate({
      name: String(form.get('name')),
      access,
      expires_at: days === 0 ? null : new Date(Date.now() + days * dayMs).toISOString(),
    });
  };
  const change = (next: boolean) => {
    create.reset();
    setAccess('read');
    onOpenChange(next);
  };

  return (
    <Dialog open={open} onOpenChange={change}>
      {create.data ? (
        <DialogContent>
          <div className="grid gap-1">
            <DialogTitle>Token created</DialogTitle>
            <DialogDescription>Copy it now and keep it secret: it is not shown again.</DialogDescription>
          </div>
          <CopyLine label={create.data.attributes.name} value={create.data.attributes.token} />
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="primary" size="form">
                Done
              </Button>
            </DialogClose>
          </DialogFooter>
        </DialogContent>
      ) : (
        <DialogContent>
          <div className="grid gap-1">
            <DialogTitle>New API token</DialogTitle>
            <DialogDescription>
              Name it after the tool that will use it. It stops working when you leave the organization.
            </DialogDescription>
          </div>
          <form onSubmit={submit} className="grid gap-4">
            {create.isError ? (
              <Alert variant="destructive">{detailsOr(create.error, 'Failed to create the token')}</Alert>
            ) : null}
            <Field label="Name" name="name" required autoComplete="off" />
            <div className="grid gap-1.5">
              <span aria-hidden className="font-medium">
                Access
              </span>
              <SegmentedControl
                legend="Access"
                name="access"
                options={accesses}
                value={access}
                onChange={(value) => setAccess(value as Access)}
              />
              <p aria-live="polite" className="text-faint text-sm">
                {accessHints[access]}
              </p>
            </div>
            <div className="grid gap-1.5">
              <Label htmlFor={lifetimeId}>Expires after</Label>
              <Select id={lifetimeId} name="days" defaultValue={90}>
                {lifetimes.map(({ days, text }) => (
                  <option key={days} value={days}>
                    {text}
                  </option>
                ))}
              </Select>
            </div>
            <FormActions action="Create" isPending={create.isPending} />
          </form>
        </DialogContent>
      )}
    </Dialog>
  );
}
