'use client';

import { useState } from 'react';
import { Confirm } from '@/components/controls/confirm';
import { CopyLine } from '@/components/controls/copy-line';
import { Failure } from '@/components/controls/failure';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { useWebhookMutations } from '@/lib/browser/data/organization/use-webhooks';
import { lifetimes, timeWords } from '@/lib/contracts/limits';
import { webhookForms } from '@/lib/contracts/organization/webhook-forms';
import type { WebhookJson } from '@/lib/contracts/organization/webhooks';
import { DeliveryList } from './delivery-list';
import { WebhookDialog } from './webhook-dialog';
import { subscriptionWords } from './webhook-words';

/** A webhook: where it goes, what can be done with it, and what was sent. */
export function WebhookCard({ webhook: { id, attributes } }: { webhook: WebhookJson }) {
  const { url, form, event_types: eventTypes, is_on: isOn } = attributes;
  const { update, remove, rotateSecret, test } = useWebhookMutations();
  // A separate mutation: the dialog shows the errors of the other one.
  const { update: power } = useWebhookMutations();
  const [asksToDelete, setAsksToDelete] = useState(false);
  const [showsDeliveries, setShowsDeliveries] = useState(false);
  const failure = power.error ?? remove.error ?? rotateSecret.error ?? test.error;

  const sendTest = () => {
    setShowsDeliveries(true);
    test.mutate(id);
  };

  return (
    <li aria-label={url} className="grid gap-4 rounded-lg border p-4">
      <div className="grid gap-1">
        <div className="flex items-start justify-between gap-3">
          <span className="wrap-anywhere font-mono">{url}</span>
          <Badge tone={isOn ? 'success' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>
        </div>
        <p className="text-muted text-sm">
          {webhookForms[form].words} · {subscriptionWords(eventTypes)}
        </p>
      </div>
      <Failure error={failure} text="That failed. Try again." />
      {rotateSecret.data ? (
        <WebhookSecret secret={rotateSecret.data.attributes.secret} isRotated onDone={() => rotateSecret.reset()} />
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" disabled={test.isPending} onClick={sendTest}>
          Send test
        </Button>
        <Button aria-expanded={showsDeliveries} onClick={() => setShowsDeliveries(!showsDeliveries)}>
          {showsDeliveries ? 'Hide deliveries' : 'Show deliveries'}
        </Button>
        <WebhookDialog
          title="Edit webhook"
          action="Save"
          url={url}
          eventTypes={eventTypes}
          form={form}
          error={update.error}
          isPending={update.isPending}
          onOpen={() => update.reset()}
          onSave={(changes, done) => update.mutate(Object.assign({ id }, changes), { onSuccess: done })}
        >
          <Button>Edit</Button>
        </WebhookDialog>
        <Button disabled={power.isPending} onClick={() => power.mutate({ id, is_on: !isOn })}>
          {isOn ? 'Turn off' : 'Turn on'}
        </Button>
        {form === 'json' ? (
          <Button disabled={rotateSecret.isPending} onClick={() => rotateSecret.mutate(id)}>
            New secret
          </Button>
        ) : null}
        <Button onClick={() => setAsksToDelete(true)}>Delete</Button>
      </div>
      {showsDeliveries ? <DeliveryList webhookId={id} /> : null}
      <Confirm
        open={asksToDelete}
        onOpenChange={setAsksToDelete}
        question="Delete this webhook?"
        consequence="Its address receives no more events. The list of deliveries is deleted."
        action="Delete"
        onConfirm={() => remove.mutate(id)}
      />
    </li>
  );
}

interface WebhookSecretProps {
  secret: string;
  /** Whether another secret still signs as well. */
  isRotated: boolean;
  onDone: () => void;
}

/** A webhook's new secret, shown this once. */
export function WebhookSecret({ secret, isRotated, onDone }: WebhookSecretProps) {
  return (
    <section aria-label="Signing secret" className="grid gap-3 rounded-lg border border-line-strong bg-raised p-4">
      <p className="font-medium">Copy the secret now. It is not shown again.</p>
      <CopyLine label="Signing secret" value={secret} hideLabel />
      <p className="text-muted text-sm">
        Your receiver verifies every request with it (Standard Webhooks).
        {isRotated
          ? ` Requests are signed with the old secret as well for ${timeWords(lifetimes.formerWebhookSecret)}.`
          : ''}
      </p>
      <Button className="justify-self-start" onClick={onDone}>
        Done
      </Button>
    </section>
  );
}
