'use client';

import { useState } from 'react';
import { CopyLine } from '@/components/controls/copy-line';
import { DialogForm } from '@/components/controls/dialog-form';
import { Field, SelectField } from '@/components/controls/field';
import { SegmentedControl } from '@/components/controls/segmented-control';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogHeading } from '@/components/ui/dialog';
import { detailsOr } from '@/lib/browser/api/error-text';
import { useApiTokenMutations } from '@/lib/browser/data/organization/use-api-tokens';
import { dayMs } from '@/lib/core/durations';

const accesses = [
  { value: 'read', text: 'Read' },
  { value: 'write', text: 'Read and write' },
] as const;
const accessHints = {
  read: 'Can see events, streams and metrics, but no keys. Cannot change anything.',
  write: 'Can also run events and streams and see their keys, like a member.',
};
type Access = keyof typeof accessHints;

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
  const { create } = useApiTokenMutations();

  const submit = (form: FormData) => {
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
          <DialogHeading title="Token created">Copy it now and keep it secret: it is not shown again.</DialogHeading>
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
          <DialogHeading title="New API token">
            Name it after the tool that will use it. It stops working when you leave the organization.
          </DialogHeading>
          <DialogForm
            failure={create.error && detailsOr(create.error, 'Failed to create the token')}
            action="Create"
            isPending={create.isPending}
            onSubmit={submit}
          >
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
            <SelectField label="Expires after" name="days" defaultValue={90}>
              {lifetimes.map(({ days, text }) => (
                <option key={days} value={days}>
                  {text}
                </option>
              ))}
            </SelectField>
          </DialogForm>
        </DialogContent>
      )}
    </Dialog>
  );
}
