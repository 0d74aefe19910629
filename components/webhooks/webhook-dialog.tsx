'use client';

import { type ReactNode, useState } from 'react';
import { DialogForm } from '@/components/controls/dialog-form';
import { Checkbox, Field, SelectField } from '@/components/controls/field';
import { Dialog, DialogContent, DialogTitle, DialogTrigger } from '@/components/ui/dialog';
import { detailsOr, messageOr } from '@/lib/browser/api/error-text';
import {
  formOfAddress,
  type WebhookForm,
  webhookFormNames,
  webhookForms,
} from '@/lib/contracts/organization/webhook-forms';
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
  form?: WebhookForm;
  error: Error | null;
  isPending: boolean;
  /** @param done closes the dialog */
  onSave: (webhook: { url: string; form: WebhookForm; event_types: WebhookType[] }, done: () => void) => void;
  onOpen: () => void;
  /** The button that opens it. */
  children: ReactNode;
}

/** A dialog with a webhook's address, form and events. The address of a known service chooses its form. */
export function WebhookDialog({ title, action, url = '', eventTypes = usualTypes, ...props }: WebhookDialogProps) {
  const { error, isPending, onSave, onOpen, children, form: saved = 'json' } = props;
  const [open, setOpen] = useState(false);
  const [form, setForm] = useState<WebhookForm>(saved);

  const submit = (data: FormData) => {
    const chosen = webhookTypes.filter((type) => data.getAll('event_types').includes(type));
    onSave({ url: String(data.get('url')), form, event_types: chosen }, () => setOpen(false));
  };
  const change = (next: boolean) => {
    onOpen();
    setForm(saved);
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
            placeholder={webhookForms[form].example}
            hint={webhookForms[form].hint}
            defaultValue={url}
            onChange={({ target }) => setForm(formOfAddress(target.value) ?? form)}
            required
          />
          <SelectField label="Sent as" value={form} onChange={({ target }) => setForm(target.value as WebhookForm)}>
            {webhookFormNames.map((name) => (
              <option key={name} value={name}>
                {webhookForms[name].words}
              </option>
            ))}
          </SelectField>
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
