import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import Provider from 'oidc-provider';
import { freeTcpPort } from '../network/free-port';

/** Somebody whom the provider knows; the name of each claim is OpenID Connect's. */
export interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
}

const page = `<!doctype html><html lang="en"><title>Identity provider</title><h1>Identity provider</h1>
<form method="post"><label>Email <input name="email"></label><button>Continue</button></form></html>`;

/** The fields of a form that was sent. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
}

/**
 * A real OpenID Connect provider. Its form signs a visitor in under the address they enter, which counts as verified.
 * Without an address they are `person`.
 */
export class OidcServer {
  /** Where it is. */
  readonly url: string;
  readonly clientId = 'sightline';
  readonly clientSecret = randomBytes(16).toString('hex');
  person: Person = { sub: 'nobody' };
  readonly #people = new Map<string, Person>();
  readonly #server: Server;

  private constructor(url: string, publicUrl: string, issuer: string) {
    this.url = url;
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: this.clientId,
          client_secret: this.clientSecret,
          redirect_uris: [`${publicUrl}/api/auth/callback/oidc`],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
      findAccount: (_context, accountId) => {
        const person = this.#people.get(accountId);
        return person && { accountId, claims: async () => ({ ...person }) };
      },
      pkce: { required: () => true },
      cookies: { keys: [randomBytes(16).toString('hex')] },
      // Given, because it logs where it uses its own.
      ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    });
    provider.use(async (context, next) => {
      if (!context.path.startsWith('/interaction/')) return next();
      if (context.method !== 'POST') {
        context.type = 'html';
        context.body = page;
        return;
      }
      const email = (await readForm(context.req)).get('email');
      const person = email ? { sub: `person-${email}`, email, email_verified: true, given_name: 'Ada' } : this.person;
      const accountId = person.sub;
      this.#people.set(accountId, person);
      const grant = new provider.Grant({ accountId, clientId: this.clientId });
      grant.addOIDCScope('openid email profile');
      const result = { login: { accountId }, consent: { grantId: await grant.save() } };
      await provider.interactionFinished(context.req, context.res, result, { mergeWithLastSubmission: false });
    });
    this.#server = createServer(provider.callback());
  }

  /**
   * @param publicUrl where the client's callback is
   * @param issuer what it calls itself; by default its address, as it must be
   */
  static async start(publicUrl: string, issuer?: string): Promise<OidcServer> {
    const port = await freeTcpPort();
    const url = `http://127.0.0.1:${port}`;
    const server = new OidcServer(url, publicUrl, issuer ?? url);
    await once(server.#server.listen(port, '127.0.0.1'), 'listening');
    return server;
  }

  /** The settings by which the product has people sign in here. */
  get settings() {
    return { OIDC_ISSUER: this.url, OIDC_CLIENT_ID: this.clientId, OIDC_CLIENT_SECRET: this.clientSecret };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
