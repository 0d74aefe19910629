// Plain data apart from the schemas: the browser reads these, and does not load zod with them.

/** What a webhook can be sent. Triggers of the database write these; see docs/webhooks.md. */
export const webhookTypes = [
  'stream.created',
  'stream.deleted',
  'stream.status_changed',
  'stream.signal_changed',
  'stream.alert_level_changed',
  'stream.problem_found',
  'stream.problem_solved',
  'stream.incident',
  'stream.tally_changed',
] as const;
export type WebhookType = (typeof webhookTypes)[number];

/** What the button sends, to whatever is subscribed. */
export const testWebhookType = 'webhook.test';
