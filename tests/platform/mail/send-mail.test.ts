import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Mail } from '@/lib/platform/mail/send-mail';
import { SmtpInbox } from '../../support/mail/smtp-inbox';

const link = 'https://shows.example.com/reset-password#DIsr6nmuIJbFZqNmVlmXNyYTcSfbp0NS3Yb4BDhIWuM';
const mail: Mail = { to: 'ada@example.com', subject: 'Réinitialisation', text: `Ouvrez ce lien.\n\n${link}\n` };

let inbox: SmtpInbox | undefined;
let silent: Server | undefined;

beforeEach(() => {
  // Settings are read once by each copy of the module.
  vi.resetModules();
  Object.assign(process.env, {
    PRODUCT_NAME: 'Northwind, Live',
    MAIL_FROM: 'shows@example.com',
    PUBLIC_URL: 'https://shows.example.com',
    SMTP_URL: '',
  });
});

afterEach(async () => {
  await inbox?.stop();
  inbox = undefined;
  silent?.close();
  vi.restoreAllMocks();
});

/** The code under test with these settings, and what it logs as errors. */
async function load(smtpUrl: string) {
  process.env.SMTP_URL = smtpUrl;
  const { log } = await import('@/lib/platform/log');
  const error = vi.spyOn(log, 'error');
  return Object.assign(await import('@/lib/platform/mail/send-mail'), { logged: () => error.mock.calls });
}

const refused = { code: 'unavailable', message: 'The e-mail could not be sent. Try again later.' };

describe('an e-mail', () => {
  test('arrives as it was written, from the product by its own name', async () => {
    inbox = await SmtpInbox.start();
    const { sendMail, canSendMail } = await load(inbox.url);
    expect(canSendMail()).toBe(true);
    await sendMail(mail);
    const { from, to, headers, text } = await inbox.mailTo('ada@example.com');
    expect({ from, to }).toEqual({ from: 'shows@example.com', to: ['ada@example.com'] });
    expect(headers).toContain('From: "Northwind, Live" <shows@example.com>');
    expect(headers).toContain('Auto-Submitted: auto-generated');
    expect(text).toContain(`Ouvrez ce lien.\r\n\r\n${link}`);
  });

  test('goes to one address, whatever is in it, and no header is added by a subject', async () => {
    inbox = await SmtpInbox.start();
    const { sendMail } = await load(inbox.url);
    await sendMail({ ...mail, subject: 'Hello\r\nBcc: eve@example.com' });
    const { to, headers } = await inbox.mailTo('ada@example.com');
    expect(to).toEqual(['ada@example.com']);
    expect(headers).not.toMatch(/^Bcc/m);
    await sendMail({ ...mail, to: 'ada@example.com, eve@example.com' }).catch(() => undefined);
    expect(inbox.mails.flatMap((received) => received.to)).not.toContain('eve@example.com');
  });

  test('without SMTP_URL there is none', async () => {
    const { sendMail, canSendMail } = await load('');
    expect(canSendMail()).toBe(false);
    await expect(sendMail(mail)).rejects.toMatchObject({ code: 'invalid_configuration' });
  });
});

describe('an e-mail that cannot be sent is reported to the caller, and logged without its text:', () => {
  test('a server that is not there', async () => {
    const { sendMail, logged } = await load('smtp://127.0.0.1:1');
    await expect(sendMail(mail)).rejects.toMatchObject(refused);
    expect(logged()).toEqual([[expect.objectContaining({ code: 'ESOCKET' }), 'an e-mail could not be sent']]);
  });

  test('a server that says nothing', async () => {
    silent = createServer();
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    const { sendMail, logged } = await load(`smtp://127.0.0.1:${port}`);
    await expect(sendMail(mail)).rejects.toMatchObject(refused);
    expect(logged()).toEqual([[expect.objectContaining({ code: 'ETIMEDOUT' }), 'an e-mail could not be sent']]);
  });

  test('a server that refuses it, and quotes it', async () => {
    inbox = await SmtpInbox.start({}, (raw) => `5.7.1 spam: ${raw.replace(/[\r\n]+/g, ' ')}`);
    const { sendMail, logged } = await load(inbox.url);
    await expect(sendMail(mail)).rejects.toMatchObject(refused);
    const failure = expect.objectContaining({ code: 'EMESSAGE', responseCode: 554 });
    expect(logged()).toEqual([[failure, 'an e-mail could not be sent']]);
    expect(JSON.stringify(logged())).not.toContain('DIsr6nmu');
  });

  test('a server that does not know the recipient', async () => {
    inbox = await SmtpInbox.start({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no such user'), { responseCode: 550 })),
    });
    const { sendMail, logged } = await load(inbox.url);
    await expect(sendMail(mail)).rejects.toMatchObject(refused);
    const failure = { command: 'RCPT TO', responseCode: 550, reason: expect.stringContaining('no such user') };
    expect(logged()).toEqual([[expect.objectContaining(failure), 'an e-mail could not be sent']]);
  });

  test('a password goes to no server without TLS', async () => {
    const seen: unknown[] = [];
    inbox = await SmtpInbox.start({
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) => {
        seen.push(password);
        done(null, { user: 'shows' });
      },
    });
    const insecure = await load(`smtp://shows:secret@127.0.0.1:${inbox.port}`);
    await expect(insecure.sendMail(mail)).rejects.toMatchObject(refused);
    expect(seen).toEqual([]);

    vi.resetModules();
    const allowed = await load(`smtp://shows:secret@127.0.0.1:${inbox.port}?requireTLS=false`);
    await allowed.sendMail(mail);
    expect(seen).toEqual(['secret']);
  });
});
