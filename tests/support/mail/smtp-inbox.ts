import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { until } from '../until';

/** An e-mail as it arrived. */
export interface ReceivedMail {
  from: string;
  to: string[];
  headers: string;
  /** The text for people, decoded. */
  text: string;
}

/** A real SMTP server that keeps what it is sent. */
export class SmtpInbox {
  readonly mails: ReceivedMail[] = [];
  /** Hears of each e-mail. */
  onMail: (mail: ReceivedMail) => void = () => undefined;
  readonly #server: SMTPServer;

  private constructor(options: SMTPServerOptions, refusal: ((raw: string) => string) | undefined) {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      ...options,
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const raw = Buffer.concat(chunks).toString('utf8');
          if (refusal) return done(Object.assign(new Error(refusal(raw)), { responseCode: 554 }));
          const { mailFrom, rcptTo } = session.envelope;
          const mail = {
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            headers: raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' '),
            text: decodeText(raw),
          };
          this.mails.push(mail);
          this.onMail(mail);
          done();
        });
      },
    });
  }

  /** @param refusal makes the server refuse each e-mail that it has read, with these words */
  static async start(options: SMTPServerOptions = {}, refusal?: (raw: string) => string): Promise<SmtpInbox> {
    const inbox = new SmtpInbox(options, refusal);
    // Clients that hang up are part of the tests.
    inbox.#server.on('error', () => undefined);
    await once(inbox.#server.listen(0, '127.0.0.1'), 'listening');
    return inbox;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** The first e-mail to this address, once it is there. */
  async mailTo(address: string): Promise<ReceivedMail> {
    return until(`an e-mail to ${address} arrives`, () => this.mails.find(({ to }) => to.includes(address)));
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(resolve));
  }
}

/** The body of an e-mail of one part, or its first part. */
function decodeText(raw: string): string {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const boundary = /boundary="?([^";\r\n]+)/.exec(head)?.[1];
  if (boundary) return decodeText(raw.split(`--${boundary}\r\n`)[1] ?? '');
  const body = rest.join('\r\n\r\n').split('\r\n--')[0] ?? '';
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return body.replace(/ \r\n/g, ' ');
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
