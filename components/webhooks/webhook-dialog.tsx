'use client';

import { type ReactNode, useState } from 'react';
import { DialogForm } from '@/components/controls/dialog-form';
import { Checkbox, Field } from '@/components/controls/field';
import { Dialog, DialogContent, DialogTitle, DialogTrigger } from '@/components/ui/dialog';
import { detailsOr, messageOr } from '@/lib/browser/api/error-text';
import { type WebhookType, webhookTypes } from '@/lib/contracts/organization/webhook-types';
import { eventTypeWords } from './webhook-words';

/** The types that most receivers want; the whole history repeats some of them. */
const usualTypes = webhookTypes.filter((type) => type !== 'stream.incident');

interface WebhookDialogProps {
  title: string;
  /** The label of the button that saves. */
  action: string;
  url?: string;
  eventTypes?: string[];
  error: Error | null;
  isPending: boolean;
  /** @param done closes the dialog */
  onSave: (webhook: { url: string; event_types: WebhookType[] }, done: () => void) => void;
  onOpen: () => void;
  /** The button that opens it. */
  children: ReactNode;
}

/** A dialog with a webhook's address and events. */
export function WebhookDialog({ title, action, url = '', eventTypes = usualTypes, ...props }: WebhookDialogProps) {
  const { error, isPending, onSave, onOpen, children } = props;
  const [open, setOpen] = useState(false);

  const submit = (form: FormData) => {
    const chosen = webhookTypes.filter((type) => form.getAll('event_types').includes(type));
    onSave({ url: String(form.get('url')), event_types: chosen }, () => setOpen(false));
  };
  const change = (next: boolean) => {
    onOpen();
    setOpen(next);
  };

  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogTrigger asChild>{children}</DialogTrigger>
      <DialogContent aria-describedby={undefined} className="max-h-[calc(100dvh-2rem)] overflow-y-auto">
        <DialogTitle>{title}</DialogTitle>
        <DialogForm
          failure={error && detailsOr(error, messageOr(error, 'Failed to save the webhook'))}
          action={action}
          isPending={isPending}
          onSubmit={submit}
          className="gap-5"
        >
          <Field
            label="Address"
            name="url"
            type="url"
            placeholder="https://example.com/hooks"
            defaultValue={url}
            required
          />
          <fieldset className="grid gap-1">
            <legend className="mb-1.5 font-medium text-base">Send when</legend>
            {webhookTypes.map((type) => (
              <Checkbox
                key={type}
                label={eventTypeWords(type)}
                name="event_types"
                value={type}
                defaultChecked={eventTypes.includes(type)}
              />
            ))}
          </fieldset>
        </DialogForm>
      </DialogContent>
    </Dialog>
  );
}
