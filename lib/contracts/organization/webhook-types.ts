// Plain data, apart from the schemas, so that the browser does not load zod with it.

/** The types that a webhook can subscribe to. Database triggers write them; see docs/webhooks.md. */
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
  'recording.started',
  'recording.stopped',
  'recording.trouble',
  'report.final',
] as const;
export type WebhookType = (typeof webhookTypes)[number];

/** The type that the test button sends, whatever the webhook subscribes to. */
export const testWebhookType = 'webhook.test';
