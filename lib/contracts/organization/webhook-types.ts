// Plain data, apart from the schemas, so that the browser does not load zod with it.

/** The type that the test button sends, whatever the webhook subscribes to. */
export const testWebhookType = 'webhook.test';

/**
 * The types of webhook events, by what the form calls them, and when the API says that they are sent. Database triggers write
 * them (docs/webhooks.md); `webhookData` has the shape of each.
 */
export const webhookEvents = {
  'stream.created': { words: 'Camera added', when: 'A stream is added' },
  'stream.deleted': { words: 'Camera deleted', when: 'A stream is deleted, also with its event' },
  'stream.status_changed': {
    words: 'Camera on, off or failed',
    when: 'A stream is switched on or off, is ready, or fails',
  },
  'stream.signal_changed': { words: 'Signal live or lost', when: 'A camera’s picture arrives or is lost' },
  'stream.alert_level_changed': { words: 'Alert level changed', when: 'A stream’s quality gets worse or better' },
  'stream.problem_found': { words: 'Problem found', when: 'The diagnosis finds a problem' },
  'stream.problem_solved': { words: 'Problem solved', when: 'A problem is gone' },
  'stream.incident': { words: 'Anything in a camera’s history', when: 'A stream’s history gets a line' },
  'stream.tally_changed': {
    words: 'On air or off air',
    when: 'A camera goes on air or off air, or nobody knows',
  },
  'recording.started': { words: 'Recording started', when: 'The recording of a camera begins' },
  'recording.stopped': { words: 'Recording stopped', when: 'The recording of a camera ends' },
  'recording.trouble': { words: 'Trouble with a recording', when: 'A recording gets into trouble, or out of it' },
  'destination.started': { words: 'Sent to a destination', when: 'A destination’s server takes the stream' },
  'destination.failed': { words: 'Destination failed', when: 'A destination’s server does not take the stream' },
  'destination.recovered': {
    words: 'Destination works again',
    when: 'A destination that failed takes the stream again',
  },
  'comment.created': { words: 'New comment', when: 'A guest or a member comments on a moment, or answers' },
  'report.final': { words: 'Show report final', when: 'A show has ended, and its report changes no more' },
  [testWebhookType]: { words: 'Test', when: 'Somebody sends a test' },
} as const;
export type WebhookEvent = keyof typeof webhookEvents;

export const webhookEventTypes = Object.keys(webhookEvents) as WebhookEvent[];

/** The types that a webhook can subscribe to. */
export const webhookTypes = webhookEventTypes.filter((type) => type !== testWebhookType);
export type WebhookType = (typeof webhookTypes)[number];
