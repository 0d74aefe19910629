'use client';

import { Check, ChevronDown, CircleHelp, Clock, X } from 'lucide-react';
import { Failure } from '@/components/controls/failure';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { messageOr } from '@/lib/browser/api/error-text';
import { useWebhookDeliveries, useWebhookMutations } from '@/lib/browser/data/organization/use-webhooks';
import { formatTime } from '@/lib/browser/page/format-time';
import type { WebhookDeliveryJson } from '@/lib/contracts/organization/webhooks';
import { lookUp } from '@/lib/core/look-up';
import { deliveryWords, eventTypeWords } from './webhook-words';

const signs = {
  delivered: { Icon: Check, tone: 'text-live' },
  pending: { Icon: Clock, tone: 'text-pending' },
  failed: { Icon: X, tone: 'text-failed' },
} as const;

/** A webhook's recent deliveries, and its answers. */
export function DeliveryList({ webhookId }: { webhookId: string }) {
  const deliveries = useWebhookDeliveries(webhookId);
  if (deliveries.isPending) return <Skeleton className="h-12 rounded-md" />;
  if (!deliveries.data) {
    return <Alert variant="destructive">{messageOr(deliveries.error, 'Failed to load deliveries')}</Alert>;
  }
  if (deliveries.data.length === 0) return <p className="text-muted">No deliveries yet. Send a test.</p>;
  return (
    <ul aria-label="Deliveries" className="max-h-96 divide-y overflow-y-auto rounded-md border">
      {deliveries.data.map((delivery) => (
        <Delivery key={delivery.id} delivery={delivery} />
      ))}
    </ul>
  );
}

function Delivery({ delivery: { id, attributes } }: { delivery: WebhookDeliveryJson }) {
  const { Icon, tone } = lookUp(signs, attributes.status) ?? { Icon: CircleHelp, tone: 'text-faint' };
  return (
    <li>
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-2">
          <span className={`flex items-center gap-1.5 font-medium ${tone}`}>
            <Icon aria-hidden className="size-4" />
            {deliveryWords(attributes)}
          </span>
          <span>{eventTypeWords(attributes.event_type)}</span>
          <span className="ml-auto font-mono text-muted text-sm">
            {attributes.response_status === null ? '' : `${attributes.response_status} · `}
            <time dateTime={attributes.occurred_at}>{formatTime(new Date(attributes.occurred_at))}</time>
          </span>
          <ChevronDown aria-hidden className="size-4 text-faint group-open:rotate-180" />
        </summary>
        <DeliveryDetails id={id} attributes={attributes} />
      </details>
    </li>
  );
}

function DeliveryDetails({ id, attributes }: Pick<WebhookDeliveryJson, 'id' | 'attributes'>) {
  const { redeliver } = useWebhookMutations();
  const { attempts, duration_ms: durationMs, next_attempt_at: nextAt, payload } = attributes;
  return (
    <div className="grid gap-3 border-t bg-raised px-3 py-3 text-sm">
      <p className="text-muted">
        {attempts === 1 ? 'One attempt' : `${attempts} attempts`}
        {durationMs === null ? '' : ` · ${durationMs} ms`}
        {nextAt && attempts > 0 ? ` · next at ${formatTime(new Date(nextAt))}` : ''}
      </p>
      {attributes.error ? <p>{attributes.error}</p> : null}
      {attributes.response_body ? <Text title="Answer" text={attributes.response_body} /> : null}
      <Text title="Sent" text={JSON.stringify(payload, null, 2)} />
      <Failure error={redeliver.error} text="Failed to send it again" />
      <Button className="justify-self-start" disabled={redeliver.isPending} onClick={() => redeliver.mutate(id)}>
        Send again
      </Button>
    </div>
  );
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <div className="grid min-w-0 gap-1">
      <span className="text-faint text-xs">{title}</span>
      <pre className="wrap-anywhere whitespace-pre-wrap rounded-md border bg-canvas p-2.5 font-mono text-xs">
        {text}
      </pre>
    </div>
  );
}
