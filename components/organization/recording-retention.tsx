'use client';

import type { FormEvent } from 'react';
import { toast } from 'sonner';
import { Field } from '@/components/controls/field';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { detailsOr, messageOr } from '@/lib/browser/api/error-text';
import { useUpdateOrganization } from '@/lib/browser/data/organization/use-members';

interface RecordingRetentionProps {
  keepDays: number | null;
  maxGb: number | null;
}

/** Chooses how long the organization keeps recordings, and how many gigabytes of them. */
export function RecordingRetention({ keepDays, maxGb }: RecordingRetentionProps) {
  const update = useUpdateOrganization();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const numberOf = (name: string) => (form.get(name) ? Number(form.get(name)) : null);
    update.mutate(
      { recordings_keep_days: numberOf('days'), recordings_max_gb: numberOf('gigabytes') },
      { onSuccess: () => toast('Retention saved') },
    );
  };

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      {update.isError ? (
        <Alert variant="destructive">
          {detailsOr(update.error, messageOr(update.error, 'Failed to save the retention'))}
        </Alert>
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Days to keep"
          name="days"
          type="number"
          min={1}
          max={3650}
          inputMode="numeric"
          defaultValue={keepDays ?? ''}
          hint="Empty keeps recordings of any age."
        />
        <Field
          label="Gigabytes to keep"
          name="gigabytes"
          type="number"
          min={1}
          max={1000000}
          inputMode="numeric"
          defaultValue={maxGb ?? ''}
          hint="Empty keeps any amount."
        />
      </div>
      <Button type="submit" size="form" className="justify-self-start" disabled={update.isPending}>
        {update.isPending ? 'Saving…' : 'Save retention'}
      </Button>
    </form>
  );
}
