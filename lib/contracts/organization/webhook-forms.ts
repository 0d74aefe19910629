// Plain data, so that the browser does not load zod with it.

interface FormRow {
  /** Its name in the form. */
  words: string;
  /** The addresses at which it takes messages. */
  address: RegExp;
  /** Says what is wrong with another address. */
  fault: string;
  /** An address as this service gives it. */
  example: string;
  /** Where that address is found. */
  hint: string;
}

/** The forms of webhooks: the event as JSON, or a text as a service shows it (docs/webhooks.md). */
export const webhookForms = {
  json: {
    words: 'JSON, signed',
    address: /^/,
    fault: '',
    example: 'https://example.com/hooks',
    hint: 'For programs of your own.',
  },
  ntfy: {
    words: 'ntfy',
    address: /^https?:\/\/[^/?#]+\/[\w-]{1,64}\/?(\?[^#]*)?$/,
    fault: 'The address of an ntfy topic is that of the server and the topic: https://ntfy.sh/my-topic.',
    example: 'https://ntfy.sh/my-topic',
    hint: 'The server and the topic that your phone subscribes to. Anyone who knows a topic reads it.',
  },
  telegram: {
    words: 'Telegram',
    address: /^https?:\/\/[^/?#]+\/bot[^/?#]+\/sendMessage\?([^#]*&)?chat_id=[^&#]+/,
    fault: 'The address for Telegram is https://api.telegram.org/botTOKEN/sendMessage?chat_id=CHAT.',
    example: 'https://api.telegram.org/bot123:abc/sendMessage?chat_id=-100123',
    hint: 'BotFather gives the token. Add the bot to the chat, whose number stands after chat_id.',
  },
  discord: {
    words: 'Discord',
    address: /^https?:\/\/[^/?#]+\/api\/(v\d+\/)?webhooks\/\d+\/[^/?#]+\/?(\?[^#]*)?$/,
    fault: 'The address for Discord is that of a webhook: https://discord.com/api/webhooks/….',
    example: 'https://discord.com/api/webhooks/123/abc',
    hint: 'In Discord: Edit channel, Integrations, Webhooks, Copy webhook URL.',
  },
  slack: {
    words: 'Slack',
    address: /^https?:\/\/[^/?#]+\/.+/,
    fault: 'The address for Slack is that of an incoming webhook: https://hooks.slack.com/services/….',
    example: 'https://hooks.slack.com/services/T0/B0/abc',
    hint: 'In Slack: your app, Incoming webhooks, Add new webhook.',
  },
} as const satisfies Record<string, FormRow>;

export type WebhookForm = keyof typeof webhookForms;

export const webhookFormNames = Object.keys(webhookForms) as WebhookForm[];

const hosts: [RegExp, WebhookForm][] = [
  [/^(canary\.|ptb\.)?discord(app)?\.com$/, 'discord'],
  [/^hooks\.slack(-gov)?\.com$/, 'slack'],
  [/^api\.telegram\.org$/, 'telegram'],
  [/^ntfy\./, 'ntfy'],
];

/** The service whose address this is, as far as its host tells; null for any other. */
export function formOfAddress(url: string): WebhookForm | null {
  if (!URL.canParse(url)) return null;
  const { hostname } = new URL(url);
  return hosts.find(([host]) => host.test(hostname))?.[1] ?? null;
}

/** The form that a name of the database means. */
export const formNamed = (name: string): WebhookForm => webhookFormNames.find((known) => known === name) ?? 'json';
