import type { Transporter } from 'nodemailer';
import { AppError } from '@/lib/core/errors';
import { webEnv } from '@/lib/platform/env/web-env';
import { log } from '@/lib/platform/log';
import { requireNotPaused } from '../db/installation';
import { reachEnv } from '../env/reach-env';

export interface Mail {
  /** One e-mail address. */
  to: string;
  subject: string;
  text: string;
  html?: string;
}

/** Browsers wait for fifteen seconds. */
const deadlineMs = 12_000;

/** Whether this installation sends e-mail: SMTP_URL is set. */
export const canSendMail = (): boolean => reachEnv().SMTP_URL !== undefined;

/**
 * Hands an e-mail to the operator's mail server, which then takes responsibility. The product's name is the sender's.
 * @throws AppError `unavailable` when the server cannot be reached within twelve seconds, or refuses the e-mail. The
 * log says why, without the e-mail's text; `invalid_configuration` without SMTP_URL; `conflict` in a paused copy
 */
export async function sendMail({ to, subject, text, html }: Mail): Promise<void> {
  const [{ PRODUCT_NAME }, { MAIL_FROM = '' }] = [webEnv(), reachEnv()];
  await requireNotPaused('E-mail');
  const smtp = await transporter();
  try {
    await smtp.sendMail({
      // As objects, so that no text in them can be read as a second address.
      from: { name: PRODUCT_NAME, address: MAIL_FROM },
      to: { name: '', address: to },
      subject,
      text,
      html,
      // RFC 3834: prevents absence notes.
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: AbortSignal.timeout(deadlineMs),
    });
  } catch (error) {
    const { code, command, responseCode, message } = error as SmtpFailure;
    // After reading the e-mail, a server may quote it in its refusal, including a secret link.
    const reason = command === 'DATA' ? undefined : message;
    log.error({ code, command, responseCode, reason }, 'an e-mail could not be sent');
    throw new AppError('unavailable', 'The e-mail could not be sent. Try again later.');
  }
}

/**
 * Signs in at the mail server, as for an e-mail, and sends none.
 * @throws Error that says what the server or the network refused
 */
export async function verifyMailServer(): Promise<void> {
  const smtp = await transporter();
  await smtp.verify();
}

/** An error of nodemailer's. */
interface SmtpFailure extends Error {
  code?: string;
  /** The refused SMTP command; CONN before any. */
  command?: string;
  /** The server's code, such as 550. */
  responseCode?: number;
}

let opened: Transporter | undefined;

async function transporter(): Promise<Transporter> {
  const { SMTP_URL } = reachEnv();
  if (!SMTP_URL) throw new AppError('invalid_configuration', 'SMTP_URL is not set. See .env.example.');
  // Loaded with the first e-mail: many servers send none.
  const { createTransport } = await import('nodemailer');
  opened ??= createTransport({
    url: SMTP_URL,
    // A password never goes over an unencrypted connection, unless the address allows it: ?requireTLS=false
    requireTLS: new URL(SMTP_URL).password !== '',
    dnsTimeout: 5_000,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 10_000,
  });
  return opened;
}
