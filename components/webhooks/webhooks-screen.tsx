'use client';

import { Plus } from 'lucide-react';
import { Loading } from '@/components/controls/failure';
import { EmptyState } from '@/components/controls/section';
import { Button } from '@/components/ui/button';
import { useWebhookMutations, useWebhooks } from '@/lib/browser/data/organization/use-webhooks';
import { WebhookCard, WebhookSecret } from './webhook-card';
import { WebhookDialog } from './webhook-dialog';

/** The organization's webhooks: add, test, change, and see what was sent. */
export function WebhooksScreen() {
  const webhooks = useWebhooks();
  const { create } = useWebhookMutations();

  const addButton = (
    <WebhookDialog
      title="Add webhook"
      action="Add"
      error={create.error}
      isPending={create.isPending}
      onOpen={() => create.reset()}
      onSave={(webhook, done) => create.mutate(webhook, { onSuccess: done })}
    >
      <Button variant="primary">
        <Plus aria-hidden />
        Add webhook
      </Button>
    </WebhookDialog>
  );

  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-1.5">
          <h1 className="font-semibold text-xl">Webhooks</h1>
          <p className="text-muted">
            Notify your own tools, or a chat, when a camera goes live, drops or has a problem.
          </p>
        </div>
        {webhooks.data && webhooks.data.length > 0 ? addButton : null}
      </div>
      {create.data?.attributes.form === 'json' ? (
        <WebhookSecret secret={create.data.attributes.secret} isRotated={false} onDone={() => create.reset()} />
      ) : null}
      <Loading query={webhooks} failure="Failed to load webhooks" className="h-32 rounded-lg" />
      {webhooks.data?.length === 0 ? (
        <EmptyState
          title="No webhooks yet"
          text="Add the address that should receive camera events: of a program, or a channel of ntfy, Telegram, Discord or Slack."
        >
          {addButton}
        </EmptyState>
      ) : null}
      {webhooks.data && webhooks.data.length > 0 ? (
        <ul className="grid gap-4">
          {webhooks.data.map((webhook) => (
            <WebhookCard key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}
