import { isIP } from 'node:net';
import { z } from 'zod';
import { databaseEnvSchema } from './database-env';
import { diskEnvSchema } from './disk-env';
import { checkFormerKey, formerLivekitEnvSchema, livekitEnvSchema, websocketUrl } from './livekit-env';
import { mediaPortsEnvSchema } from './media-ports-env';
import { operationsEnvSchema } from './operations-env';
import { operatorEnvSchema } from './operator-env';
import { processEnvSchema } from './process-env';
import { pullEnvSchema } from './pull-env';
import { isOpenIssuer, reachEnvSchema } from './reach-env';
import { envReader, port, secret } from './read-env';
import { checkBucket, recordingsEnvSchema } from './recordings-env';

const hexColor = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #1f6feb');
const count = z.coerce.number().int().min(1);
const isImageAddress = (text: string): boolean => /^(\/(?!\/)|https?:\/\/|data:image\/)/.test(text);
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

/** An IP address, or a network such as 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  const [, address = '', prefix = '0'] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  return isIP(address) !== 0 && Number(prefix) <= (isIP(address) === 6 ? 128 : 32);
}

/** The machine itself. Anybody in a private network may call this server's port past a proxy that is there. */
const thisMachine = ['127.0.0.0/8', '::1/128'];

/** A setting with several values, separated by commas. */
const list = (defaultValue: string[]) =>
  z
    .string()
    .default(defaultValue.join(','))
    .transform((text) => text.split(',').map((entry) => entry.trim()))
    .transform((entries) => entries.filter((entry) => entry !== ''));

/** Pages of other hosts. */
const origins = list([]).pipe(
  z.array(z.string().refine(isOrigin, 'must be a list of origins such as https://shows.example.com')),
);

/** Settings that need another one, with the other one's name. */
const needs = [
  [
    'DATABASE_DIRECT_URL',
    'DATABASE_URL',
    'must be set, because DATABASE_DIRECT_URL is another way to the same database',
  ],
  ['SMTP_URL', 'MAIL_FROM', 'must say whom e-mails are from, because SMTP_URL is set'],
  ['STRIPE_SECRET_KEY', 'PUBLIC_URL', 'must say where this server is reached, because Stripe sends people back there'],
  ['SMTP_URL', 'PUBLIC_URL', 'must say where this server is reached, because e-mails link to it'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'must say who this server is to the identity provider, because OIDC_ISSUER is set'],
  [
    'OIDC_ISSUER',
    'OIDC_CLIENT_SECRET',
    'must say what the identity provider knows this server by, because OIDC_ISSUER is set',
  ],
  [
    'OIDC_ISSUER',
    'PUBLIC_URL',
    'must say where the identity provider sends browsers back to, because OIDC_ISSUER is set',
  ],
] as const;

type Needed = Partial<Record<(typeof needs)[number][0 | 1] | 'OIDC_TRUST_EMAIL', unknown>>;

/** Reports each setting that lacks another one. */
export function checkNeeds(settings: Needed, context: z.RefinementCtx): void {
  for (const [setting, needed, message] of needs) {
    if (settings[setting] && !settings[needed]) context.addIssue({ code: 'custom', path: [needed], message });
  }
  if (settings.OIDC_TRUST_EMAIL && isOpenIssuer(String(settings.OIDC_ISSUER ?? ''))) {
    const message = 'must not be set, because anybody can have an account with OIDC_ISSUER; name a tenant of your own';
    context.addIssue({ code: 'custom', path: ['OIDC_TRUST_EMAIL'], message });
  }
}

const webSettings = z.object({
  ...processEnvSchema.shape,
  ...databaseEnvSchema.shape,
  ...livekitEnvSchema.shape,
  ...formerLivekitEnvSchema.shape,
  ...mediaPortsEnvSchema.shape,
  ...operationsEnvSchema.shape,
  ...recordingsEnvSchema.shape,
  ...diskEnvSchema.shape,
  LIVEKIT_PUBLIC_URL: websocketUrl.optional(),
  SRT_PUBLIC_HOST: z.string().max(253).optional(),

  PRODUCT_NAME: z.string().trim().min(1).max(40).default('Sightline'),
  BRAND_MARK_URL: z
    .string()
    .refine(isImageAddress, 'must be the address of an image: https://…, a path on this server, or data:image/…')
    .optional(),
  BRAND_COLOR_LIGHT: hexColor.optional(),
  BRAND_COLOR_DARK: hexColor.optional(),
  LANDING: z.enum(['claims', 'plain', 'off'], 'must be claims, plain or off').default('claims'),
  CLAIM_PREVIEW_LATENCY: z.string().trim().min(1).max(40).default('about 200 ms'),
  SOURCE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .transform((url) => url.replace(/\/$/, ''))
    .optional(),
  CLAIM_EDGE_LOCATIONS: z.string().trim().min(1).max(40).default('40+'),

  HOST: z.string().default('0.0.0.0'),
  PORT: port.default(3000),
  TRUSTED_PROXY_ADDRESSES: list(thisMachine).pipe(
    z.array(z.string().refine(isNetwork, 'must be a list of addresses or networks such as 10.0.0.0/8')),
  ),
  AUTH_SECRET: secret,
  AUTH_SECRET_FORMER: secret.optional(),
  SIGN_UPS_PER_ADDRESS_PER_HOUR: z.coerce.number().int().min(1).default(20),

  ORGANIZATION_MAX_EVENTS: count.default(1_000),
  ORGANIZATION_MAX_STREAMS: count.default(2_000),
  ORGANIZATION_MAX_STREAMS_ON: count.default(200),
  ORGANIZATION_MAX_RECORDED_GB: count.optional(),
  UPLOAD_MAX_GB: count.default(20),

  PLAN_LIMITS: z.enum(['on', 'off'], 'must be on or off').default('off'),

  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .default('https://api.stripe.com'),

  WEBHOOK_ALLOW_PRIVATE: z.stringbool().default(false),
  ...pullEnvSchema.shape,

  ...operatorEnvSchema.shape,
  SYSTEM_PAGE: z.enum(['on', 'off'], 'must be on or off').default('on'),

  CABLE_ALLOWED_ORIGINS: origins,
  CABLE_MAX_CONNECTIONS_PER_USER: z.coerce.number().int().min(1).default(10_000),
  CABLE_MAX_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).default(10_000),

  WHIP_ALLOWED_ORIGINS: origins,

  ...reachEnvSchema.shape,

  SIGNUP: z.enum(['open', 'invite', 'closed'], 'must be open, invite or closed').default('open'),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_NAME: z.string().trim().min(1).max(40).default('single sign-on'),
  OIDC_ALLOWED_DOMAINS: list([]).pipe(
    z.array(
      z
        .string()
        .toLowerCase()
        .regex(/^[a-z\d-]+(\.[a-z\d-]+)+$/, 'must be a list of domains such as example.com'),
    ),
  ),
});

/** The settings of the web program: pages, API and cable. */
export const webEnvSchema = webSettings.superRefine(checkNeeds).superRefine(checkFormerKey).superRefine(checkBucket);

export type WebEnv = z.infer<typeof webEnvSchema>;

/** The settings of the web program. @throws like {@link envReader} */
export const webEnv = envReader(webEnvSchema);
