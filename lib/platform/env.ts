import { hostname } from 'node:os';
import { z } from 'zod';
import { AppError } from '@/lib/core/errors';

const port = z.coerce.number().int().min(1).max(65535);
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' });
const websocketUrl = z.url({ protocol: /^wss?$/, error: 'must be a ws:// or wss:// address' });
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;
const hexColor = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #1f6feb');
const isImageAddress = (text: string): boolean => /^(\/(?!\/)|https?:\/\/|data:image\/)/.test(text);
const secret = z.string().min(32, 'must have at least 32 characters');

/** Every setting of the web and gateway processes. `.env.example` explains each one. */
const envSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  PRODUCT_NAME: z.string().trim().min(1).max(40).default('Sightline'),
  BRAND_MARK_URL: z
    .string()
    .refine(isImageAddress, 'must be the address of an image: https://…, a path on this server, or data:image/…')
    .optional(),
  BRAND_COLOR_LIGHT: hexColor.optional(),
  BRAND_COLOR_DARK: hexColor.optional(),
  CLAIM_PREVIEW_LATENCY: z.string().trim().min(1).max(40).default('about 200 ms'),
  CLAIM_EDGE_LOCATIONS: z.string().trim().min(1).max(40).default('40+'),

  HOST: z.string().default('0.0.0.0'),
  PORT: port.default(3000),
  TRUSTED_PROXY_COUNT: z.coerce.number().int().min(0).max(10).default(0),
  DATABASE_URL: postgresUrl,
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// address' }).optional(),
  AUTH_SECRET: secret,

  CABLE_ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((list) => list.split(',').map((origin) => origin.trim()))
    .transform((list) => list.filter((origin) => origin !== ''))
    .pipe(z.array(z.string().refine(isOrigin, 'must be a list of origins such as https://shows.example.com'))),
  CABLE_MAX_CONNECTIONS_PER_USER: z.coerce.number().int().min(1).default(10_000),
  CABLE_MAX_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).default(10_000),

  LIVEKIT_URL: websocketUrl,
  LIVEKIT_PUBLIC_URL: websocketUrl.optional(),
  LIVEKIT_API_KEY: z.string().min(1),
  LIVEKIT_API_SECRET: secret,

  GATEWAY_ID: z.string().min(1).max(120).default(hostname()),
  GATEWAY_HOST: z.string().default('0.0.0.0'),
  SRT_INGEST_PORT: port.default(20000),
  SRT_VIEW_PORT: port.default(20001),
  SRT_LATENCY_MS: z.coerce.number().int().min(20).max(8000).default(120),
});

/** Settings of `npm start`, which brings along what is not named; see server/all-in-one.ts. */
const allInOneEnvSchema = envSchema
  .partial({
    DATABASE_URL: true,
    AUTH_SECRET: true,
    LIVEKIT_URL: true,
    LIVEKIT_API_KEY: true,
    LIVEKIT_API_SECRET: true,
  })
  .extend({
    DATA_DIR: z.string().min(1).default('data'),
    POSTGRES_PORT: port.default(54329),
    LIVEKIT_PORT: port.default(7880),
    LIVEKIT_RTC_PORT: port.default(7882),
    LIVEKIT_LOOPBACK_ONLY: z.stringbool().default(false),
  });

export type AllInOneEnv = z.infer<typeof allInOneEnvSchema>;

function parse<Schema extends z.ZodType>(schema: Schema): z.infer<Schema> {
  // Compose and .env files pass an unset variable as the empty string.
  const present = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const result = schema.safeParse(present);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) =>
    issue.code === 'invalid_type' && !(String(issue.path[0]) in present)
      ? `${issue.path.join('.')} is not set`
      : `${issue.path.join('.')} ${issue.message.toLowerCase().startsWith('must') ? issue.message : `is not valid (${issue.message})`}`,
  );
  throw new AppError('invalid_configuration', `${problems.join('; ')}. See .env.example.`);
}

function once<Value>(read: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= read();
    return value;
  };
}

/**
 * The checked settings of this process, read once.
 * @throws AppError `invalid_configuration` with one sentence that names every wrong variable
 */
export const env = once(() => parse(envSchema));

/** The checked settings of the all-in-one launcher. @throws like {@link env} */
export const allInOneEnv = once(() => parse(allInOneEnvSchema));

/** The log level alone, for code that must log even when other settings are wrong. */
export const logLevel = (): string => process.env.LOG_LEVEL || 'info';

/** The whole environment of this process for a child that inherits it, with `overrides` on top. */
export const childEnv = (overrides: Record<string, string>): NodeJS.ProcessEnv => ({ ...process.env, ...overrides });

const workerInheritedVariables = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LOG_LEVEL'];

/** The environment of a worker: nothing of ours that is secret (it knows no database and signs no tokens). */
export const workerChildEnv = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(workerInheritedVariables.map((name) => [name, process.env[name]])),
  NODE_ENV: process.env.NODE_ENV,
  // Waiting for the camera and waiting for viewers each hold a thread; the codecs need some beside them.
  UV_THREADPOOL_SIZE: '8',
  // glibc would keep an arena of freed memory for each of these threads.
  MALLOC_ARENA_MAX: '2',
});
