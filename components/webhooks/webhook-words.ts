import { webhookEvents, webhookTypes } from '@/lib/contracts/organization/webhook-types';
import type { WebhookDeliveryJson } from '@/lib/contracts/organization/webhooks';
import { lookUp } from '@/lib/core/look-up';

/** An event type in words; one that this page does not know yet as it is. */
export const eventTypeWords = (type: string): string => lookUp(webhookEvents, type)?.words ?? type;

/** Summarizes the events that a webhook receives. */
export function subscriptionWords(types: string[]): string {
  if (types.length === webhookTypes.length) return 'All events';
  const [first = ''] = types;
  return types.length === 1 ? eventTypeWords(first) : `${types.length} kinds of events`;
}

/** Describes a delivery's outcome. */
export function deliveryWords({ status, attempts }: WebhookDeliveryJson['attributes']): string {
  if (status === 'delivered') return 'Delivered';
  if (status === 'failed') return 'Not delivered';
  if (status !== 'pending') return status;
  return attempts === 0 ? 'Sending…' : 'Will be sent again';
}
