import { z } from 'zod';
import { envReader, port } from './read-env';

const isHttpOrigin = (text: string): boolean =>
  URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text;

/** Whether an address has a path, which an origin has not. */
const hasPath = (text: string): boolean => URL.canParse(text) && new URL(text).pathname !== '/';

/** Microsoft's issuers that speak for anybody's accounts: by their names, and by the id of the personal accounts. */
const openTenant = /\/(?:common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)(?:\/|$)/i;
/** Google's issuer, where anybody has an account. */
const openIssuer = /^https:\/\/accounts\.google\.com\/?$/i;

/** Whether anybody can have an account with this issuer, under an address that they choose. */
export const isOpenIssuer = (issuer: string): boolean => openTenant.test(issuer) || openIssuer.test(issuer);

/** Where this server is reached, and what it reaches for people: its mail server and its identity provider. */
export const reachEnvSchema = z.object({
  PUBLIC_URL: z
    .string()
    .refine(isHttpOrigin, {
      error: ({ input }) =>
        hasPath(String(input))
          ? 'must be an origin without a path, such as https://shows.example.com: this server needs a host name of its own'
          : 'must be an origin such as https://shows.example.com',
    })
    .optional(),
  HTTPS_PORT: port.optional(),
  HTTPS_FOLDER: z.string().min(1).default('data/https'),
  TRUSTED_PROXY_COUNT: z.coerce.number().int().min(0).max(10).default(0),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z.email('must be an e-mail address').optional(),
  OIDC_ISSUER: z.url({ protocol: /^https?$/, error: 'must be an https:// or http:// address' }).optional(),
  OIDC_TRUST_EMAIL: z.stringbool().default(false),
});

/** Where this server is reached, and what it reaches. @throws like {@link envReader} */
export const reachEnv = envReader(reachEnvSchema);
