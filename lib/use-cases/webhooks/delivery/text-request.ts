import type { WebhookForm } from '@/lib/contracts/organization/webhook-forms';
import type { Message } from './message';

/** The request of a message: JSON, to the webhook's address or to the one that it stands for. */
export interface TextRequest {
  url: string;
  body: object;
}

type Service = Exclude<WebhookForm, 'json'>;

/** Discord's limit of a message in characters; that of each other service is above it. */
const maxCharacters = 2_000;
/** Slack's limit of a header's characters. */
const maxSlackHeader = 150;

const requests: Record<Service, (url: URL, message: Message) => TextRequest> = {
  // A topic is posted to as text with headers, which hold no accents. The server's root takes the same as JSON.
  ntfy: (url, { title, text, isUrgent, url: page }) => ({
    url: new URL(`/${url.search}`, url).href,
    body: {
      topic: url.pathname.split('/').find((part) => part !== ''),
      title,
      message: text === '' ? title : cut(text),
      priority: isUrgent ? 5 : 3,
      ...(page?.startsWith('http') && { click: page }),
    },
  }),
  // One place for all parameters: Telegram does not say which wins.
  telegram: (url, message) => ({
    url: `${url.origin}${url.pathname}`,
    body: {
      ...Object.fromEntries(url.searchParams),
      text: cut(plainLines(message).join('\n')),
      link_preview_options: { is_disabled: true },
      disable_notification: !message.isUrgent,
    },
  }),
  discord: (url, { title, text, url: page }) => ({
    url: url.href,
    body: {
      content: cut([`**${discordText(title)}**`, discordText(text), page].filter(Boolean).join('\n')),
      // A camera may be named @everyone.
      allowed_mentions: { parse: [] },
    },
  }),
  slack: (url, message) => {
    const [title = '', ...rest] = plainLines(message);
    return {
      url: url.href,
      body: {
        // Notifications and services like Mattermost show this text; Slack's channel shows the blocks.
        text: cut(slackText([title, ...rest].join('\n'))),
        blocks: [
          { type: 'header', text: slackPlain(cut(title, maxSlackHeader)) },
          ...(rest.length > 0 ? [{ type: 'section', text: slackPlain(cut(rest.join('\n'))) }] : []),
        ],
      },
    };
  },
};

/** The request by which a service shows a message, to the address that it has given for a channel. */
export const textRequest = (service: Service, url: string, message: Message): TextRequest =>
  requests[service](new URL(url), message);

const plainLines = ({ title, text, url = '' }: Message): string[] => [title, text, url].filter((line) => line !== '');

const cut = (text: string, max = maxCharacters): string => {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
};

/** Names are the users': a sign of Markdown in one is a character. */
const discordText = (text: string): string => text.replace(/[\\*_~`|>#[\]<]/g, '\\$&');

const slackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const slackPlain = (text: string) => ({ type: 'plain_text', text, emoji: false });
