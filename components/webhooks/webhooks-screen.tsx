'use client';

import { Plus } from 'lucide-react';
import { EmptyState } from '@/components/controls/empty-state';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { messageOr } from '@/lib/browser/api/error-text';
import { useWebhookMutations, useWebhooks } from '@/lib/browser/data/organization/use-webhooks';
import { WebhookCard } from './webhook-card';
import { WebhookDialog } from './webhook-dialog';
import { WebhookSecret } from './webhook-secret';

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
          <p className="text-muted">Notify your own tools when a camera goes live, drops or has a problem.</p>
        </div>
        {webhooks.data && webhooks.data.length > 0 ? addButton : null}
      </div>
      {create.data ? (
        <WebhookSecret secret={create.data.attributes.secret} isRotated={false} onDone={() => create.reset()} />
      ) : null}
      {webhooks.isError && !webhooks.data ? (
        <Alert variant="destructive">{messageOr(webhooks.error, 'Failed to load webhooks')}</Alert>
      ) : null}
      {webhooks.isPending ? <Skeleton className="h-32 rounded-lg" /> : null}
      {webhooks.data?.length === 0 ? (
        <EmptyState title="No webhooks yet" text="Add the URL that should receive camera events.">
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
