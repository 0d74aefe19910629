import { testWebhookType, type WebhookType, webhookTypes } from '@/lib/contracts/organization/webhook-types';
import type { WebhookDeliveryJson } from '@/lib/contracts/organization/webhooks';
import { lookUp } from '@/lib/core/look-up';

const words: Record<WebhookType | typeof testWebhookType, string> = {
  'stream.created': 'Camera added',
  'stream.deleted': 'Camera deleted',
  'stream.status_changed': 'Camera on, off or failed',
  'stream.signal_changed': 'Signal live or lost',
  'stream.alert_level_changed': 'Alert level changed',
  'stream.problem_found': 'Problem found',
  'stream.problem_solved': 'Problem solved',
  'stream.incident': 'Anything in a camera’s history',
  'stream.tally_changed': 'On air or off air',
  'recording.started': 'Recording started',
  'recording.stopped': 'Recording stopped',
  'recording.trouble': 'Trouble with a recording',
  'report.final': 'Show report final',
  [testWebhookType]: 'Test',
};

/** An event type in words; one that this page does not know yet as it is. */
export const eventTypeWords = (type: string): string => lookUp(words, type) ?? type;

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
