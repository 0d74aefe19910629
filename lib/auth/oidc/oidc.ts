import type { NextAuthOptions, Profile } from 'next-auth';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import { z } from 'zod';
import { setNextAuthUrl } from '@/lib/platform/env/set-next-auth-url';
import { webEnv } from '@/lib/platform/env/web-env';
import { log } from '@/lib/platform/log';
import { authSecrets } from '../auth-secrets';
import { decodeJwt } from '../decode-jwt';
import { oidcProviderId as id } from './oidc-sign-in';
import { runNextAuth } from './run-next-auth';

/** A person as the identity provider identifies them. */
export interface OidcIdentity {
  issuer: string;
  /** The person's id at the issuer, which never changes and is never given to another one. */
  subject: string;
  /** In lower case. Null: none. */
  email: string | null;
  /** Whether the provider answers for the e-mail address being this person's; null where it says nothing of it. */
  isEmailVerified: boolean | null;
  firstName: string | null;
  lastName: string | null;
}

const timeoutMs = 5_000;
/** Parameters allowed in a provider's answer (OpenID Connect Core 3.1.2.5, RFC 9207). */
const answerParameters = ['code', 'state', 'iss', 'error', 'error_description'];
/** Time limit for signing in at the provider, in seconds. */
export const oidcWayLifetimeSeconds = 15 * 60;

interface Answer {
  /** Where to send the browser. */
  location: string;
  /** Set-Cookie headers. */
  cookies: string[];
}

/** Sends a browser to the provider, with state, nonce and PKCE challenge. Null where the provider cannot be reached. */
export async function startOidc(): Promise<Answer | null> {
  const [secret] = authSecrets();
  const options = nextAuthOptions(secret, async () => '');
  // next-auth's CSRF check is of no use here: a browser sent to the provider comes back as its own user.
  const token = await runNextAuth(options, { method: 'GET', path: ['csrf'] });
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(token.body);
  const { location, cookies } = await runNextAuth(options, {
    method: 'POST',
    path: ['signin', id],
    body: { csrfToken },
    cookies: pairsOf(token.cookies),
  });
  const checks = cookies.filter((cookie) => cookieNames().some((name) => cookie.startsWith(`${name}=`)));
  return location && checks.length === cookieNames().length ? { location, cookies: checks } : null;
}

/**
 * Answers a browser that the provider has sent back. Checks state, nonce and PKCE, and the ID token's signature,
 * audience, time and issuer.
 * @param url with the provider's answer in its query
 * @param cookies those of the request
 * @param accept what to do with who they are. @returns where to go on
 * @returns null where the provider's answer is refused, which is logged
 */
export async function finishOidc(
  url: URL,
  cookies: Map<string, string>,
  accept: (identity: OidcIdentity) => Promise<string>,
): Promise<Answer | null> {
  let location: string | null = null;
  const options = nextAuthOptions(await secretOf(cookies), async (profile) => {
    try {
      const identity = identityOf(profile);
      if (!identity.email || !identity.isEmailVerified) {
        log.warn({ claims: namesOf(profile) }, 'single sign-on: the provider vouches for no e-mail address');
      }
      location = await accept(identity);
      return location;
    } catch (error) {
      // next-auth would only tell the browser.
      log.error({ err: error }, 'single sign-on failed');
      throw error;
    }
  });
  const answer = await runNextAuth(options, {
    method: 'GET',
    path: ['callback', id],
    query: Object.fromEntries([...url.searchParams].filter(([name]) => answerParameters.includes(name))),
    cookies: Object.fromEntries(cookieNames().map((name) => [name, cookies.get(name) ?? ''])),
  });
  return location && answer.location === location ? { location, cookies: answer.cookies } : null;
}

/** The secret of the cookies that a browser left with; the server's may have been rotated meanwhile. */
async function secretOf(cookies: Map<string, string>): Promise<string> {
  const [name = ''] = cookieNames();
  const [current] = authSecrets();
  return decodeJwt(cookies.get(name) ?? '', name).then(
    ({ secret }) => secret,
    () => current,
  );
}

const cookiePrefix = () => (webEnv().PUBLIC_URL?.startsWith('https:') ? '__Secure-' : '');
const cookieNames = () => ['state', 'nonce', 'pkce'].map((name) => `${cookiePrefix()}sso.${name}`);

/** A cookie for the way to the provider and back, which is sent nowhere else. */
const checkCookie = (name: string) => ({
  name: `${cookiePrefix()}sso.${name}`,
  options: {
    httpOnly: true,
    // Not strict: the provider's page leads back here.
    sameSite: 'lax',
    path: `/api/auth/callback/${id}`,
    secure: cookiePrefix() !== '',
    maxAge: oidcWayLifetimeSeconds,
  },
});

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string().min(1),
  email: z.string().toLowerCase().nullish().catch(null),
  email_verified: z.unknown().optional(),
  given_name: z.string().nullish().catch(null),
  family_name: z.string().nullish().catch(null),
  name: z.string().nullish().catch(null),
});

function nextAuthOptions(secret: string, accept: (profile: unknown) => Promise<string>): NextAuthOptions {
  const { PUBLIC_URL = '' } = webEnv();
  setNextAuthUrl(PUBLIC_URL);
  return {
    secret,
    providers: [provider()],
    cookies: { state: checkCookie('state'), nonce: checkCookie('nonce'), pkceCodeVerifier: checkCookie('pkce') },
    callbacks: {
      // A text is where next-auth sends the browser, without a session of its own.
      signIn: ({ profile }) => accept(profile),
      redirect: ({ baseUrl }) => baseUrl,
    },
    logger: {
      // Messages alone: these errors carry tokens and codes in their fields.
      error: (code, metadata) => {
        const error = metadata instanceof Error ? metadata : metadata.error;
        log.error({ code, reason: String(error?.message ?? '') }, 'single sign-on failed');
      },
      warn: (code) => log.warn({ code }, 'single sign-on'),
      debug: () => undefined,
    },
  };
}

function provider(): OAuthConfig<Profile> {
  const { OIDC_ISSUER = '', OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = webEnv();
  return {
    id,
    name: OIDC_NAME,
    type: 'oauth',
    wellKnown: `${OIDC_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    authorization: { params: { scope: 'openid email profile' } },
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    httpOptions: { timeout: timeoutMs },
    userinfo: {
      async request({ client, tokens }) {
        const set = tokens as Exclude<Parameters<typeof client.userinfo>[0], string>;
        const claims = set.claims();
        // Providers may tell what belongs to a scope at this endpoint alone (OpenID Connect Core 5.4).
        const isComplete = 'email_verified' in claims || !client.issuer.metadata.userinfo_endpoint;
        if (isComplete) return claims;
        const userinfo = await client.userinfo(set);
        return Object.assign({}, claims, userinfo, { iss: claims.iss });
      },
    },
    profile: ({ sub = '' }) => ({ id: sub }),
  };
}

/** @throws Error for a profile that breaks OpenID Connect, or of another issuer than the configured one */
function identityOf(profile: unknown): OidcIdentity {
  const { iss, sub, email, email_verified, given_name, family_name, name } = claimsSchema.parse(profile);
  const { OIDC_ISSUER } = webEnv();
  if (iss !== OIDC_ISSUER) throw new Error(`the identity provider is ${iss}, and OIDC_ISSUER says ${OIDC_ISSUER}`);
  return {
    issuer: iss,
    subject: sub,
    email: email || null,
    isEmailVerified: readVerified(email_verified),
    firstName: given_name || name || null,
    lastName: (given_name && family_name) || null,
  };
}

/** The names of the claims, for a log that holds nothing personal. */
const namesOf = (profile: unknown): string[] => Object.keys(z.record(z.string(), z.unknown()).parse(profile)).sort();

/**
 * Reads the claim `email_verified`. Where it is absent, OIDC_TRUST_EMAIL answers for a provider whose admins alone give
 * addresses. A provider that says no is believed.
 */
function readVerified(claim: unknown): boolean | null {
  if (claim === undefined || claim === null) return webEnv().OIDC_TRUST_EMAIL ? true : null;
  // Some providers, such as Amazon Cognito, write booleans as strings.
  return claim === true || claim === 'true';
}

/** Set-Cookie headers as the browser would send them back. */
function pairsOf(setCookies: string[]): Record<string, string> {
  const pairs = setCookies.map((header) => /^([^=]+)=([^;]*)/.exec(header)).map((match) => match?.slice(1) ?? []);
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, decodeURIComponent(value)]));
}
