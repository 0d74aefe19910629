import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
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

/** A real OpenID Connect provider. Whoever comes is asked, and signs in as `person` by pressing a button. */
export class OidcServer {
  /** Where it is. */
  readonly url: string;
  readonly clientId = 'sightline';
  readonly clientSecret = randomBytes(16).toString('hex');
  person: Person = { sub: 'nobody' };
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
        // Of the moment of signing in, whoever signs in next.
        const person = this.person;
        return { accountId, claims: async () => ({ ...person, sub: accountId }) };
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
        context.body =
          '<!doctype html><title>Identity provider</title><form method="post"><button>Continue</button></form>';
        return;
      }
      const accountId = this.person.sub;
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

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
