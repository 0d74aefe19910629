import { describe, expect, test } from 'vitest';
import { formOfAddress, webhookForms } from '@/lib/contracts/organization/webhook-forms';
import { messageOf } from './message';
import { textRequest } from './text-request';

const stream = { id: 'a', number: 1, name: 'Cam *1* <main> & @everyone', event_id: 'b' };
const lost = messageOf({
  type: 'stream.problem_found',
  data: {
    stream,
    problem: { code: 'camera_lost', severity: 'critical', sentence: 'Nothing arrives.', fix: 'Plug it in.' },
  },
});
const onAir = messageOf({ type: 'stream.tally_changed', data: { stream, tally: 'program', previous_tally: 'off' } });
const final = messageOf({ type: 'report.final', data: { report: { event_name: 'Gala', url: 'https://s.example/r' } } });

describe('a message', () => {
  test('says what is wrong and what to do, and whether that is urgent', () => {
    expect(lost).toEqual({ title: `${stream.name}: Nothing arrives.`, text: 'Plug it in.', isUrgent: true });
    expect(onAir).toEqual({ title: `${stream.name}: on air`, text: '', isUrgent: false });
  });

  test('of an event that this version does not know is its type', () => {
    expect(messageOf({ type: 'stream.danced', data: {} })).toEqual({
      title: 'stream.danced',
      text: '',
      isUrgent: false,
    });
  });
});

describe('a text', () => {
  test('for ntfy goes to the root of its server, with the topic and the token', () => {
    expect(textRequest('ntfy', 'https://ntfy.sh/gala?auth=abc', lost)).toEqual({
      url: 'https://ntfy.sh/?auth=abc',
      body: { topic: 'gala', title: lost.title, message: 'Plug it in.', priority: 5 },
    });
    expect(textRequest('ntfy', 'https://ntfy.sh/gala', final).body).toMatchObject({
      message: final.title,
      priority: 3,
      click: 'https://s.example/r',
    });
  });

  test('for Telegram has the chat of the address, and no format', () => {
    const { url, body } = textRequest('telegram', 'https://api.telegram.org/bot1:a/sendMessage?chat_id=-10', lost);
    expect(url).toBe('https://api.telegram.org/bot1:a/sendMessage');
    expect(body).toMatchObject({
      chat_id: '-10',
      text: `${stream.name}: Nothing arrives.\nPlug it in.`,
      disable_notification: false,
    });
  });

  test('for Discord mentions nobody, and a name formats nothing', () => {
    const { url, body } = textRequest('discord', 'https://discord.com/api/webhooks/1/a?thread_id=2', lost);
    expect(url).toBe('https://discord.com/api/webhooks/1/a?thread_id=2');
    expect(body).toEqual({
      content: '**Cam \\*1\\* \\<main\\> & @everyone: Nothing arrives.**\nPlug it in.',
      allowed_mentions: { parse: [] },
    });
  });

  test('for Slack is plain, and cut to what a header takes', () => {
    const { body } = textRequest('slack', 'https://hooks.slack.com/services/T/B/x', {
      title: `<!channel> ${'x'.repeat(200)}`,
      text: 'Plug it in.',
      isUrgent: true,
    });
    const { text, blocks } = body as { text: string; blocks: { text: { type: string; text: string } }[] };
    expect(text).toContain('&lt;!channel&gt; xxx');
    expect(blocks.map((block) => block.text.type)).toEqual(['plain_text', 'plain_text']);
    expect([...(blocks[0]?.text.text ?? '')]).toHaveLength(150);
  });
});

describe('an address', () => {
  test.each(Object.entries(webhookForms))(
    'of %s fits its own form, and its host names it',
    (form, { example, address }) => {
      expect(example).toMatch(address);
      expect(formOfAddress(example)).toBe(form === 'json' ? null : form);
    },
  );

  test.each([
    ['telegram', 'https://api.telegram.org/bot1:a/sendMessage'],
    ['discord', 'https://discord.com/channels/1/2'],
    ['ntfy', 'https://ntfy.sh/'],
    ['slack', 'https://hooks.slack.com/'],
  ] as const)('of another kind does not fit %s', (form, url) => {
    expect(url).not.toMatch(webhookForms[form].address);
  });
});
