import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { FormFailure } from './failure';

interface SettingsFormProps {
  /** The mutation that saves the fields. */
  saving: { error: unknown; isPending: boolean };
  /** Shown where saving fails and the server gives no reason. */
  failure: string;
  /** The label of the button, and the one while it is pending. */
  action: string;
  pendingAction?: string;
  onSubmit: (fields: FormData, form: HTMLFormElement) => void;
  children: ReactNode;
}

/** A form in a page of settings: why it was refused, its fields, and the button that saves them. */
export function SettingsForm({
  saving,
  failure,
  action,
  pendingAction = 'Saving…',
  onSubmit,
  children,
}: SettingsFormProps) {
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(new FormData(event.currentTarget), event.currentTarget);
      }}
      className="grid gap-4"
    >
      <FormFailure error={saving.error} text={failure} />
      {children}
      <Button type="submit" size="form" className="justify-self-start" disabled={saving.isPending}>
        {saving.isPending ? pendingAction : action}
      </Button>
    </form>
  );
}
