import { z } from 'zod';
import { envReader, secret } from './read-env';

export const websocketUrl = z.url({ protocol: /^wss?$/, error: 'must be a ws:// or wss:// address' });

/** The LiveKit server, and the key that signs its rooms' tokens; web and gateway share these. */
export const livekitEnvSchema = z.object({
  LIVEKIT_URL: websocketUrl,
  LIVEKIT_API_KEY: z.string().min(1),
  LIVEKIT_API_SECRET: secret,
});

/** The key from before a rotation: web and gateway recognize what it signed, and sign nothing with it. */
export const formerLivekitEnvSchema = z.object({
  LIVEKIT_API_KEY_FORMER: z.string().min(1).optional(),
  LIVEKIT_API_SECRET_FORMER: secret.optional(),
});

const formerNames = ['LIVEKIT_API_KEY_FORMER', 'LIVEKIT_API_SECRET_FORMER'] as const;

/** Reports a former key that has no secret, and a secret that has no key. */
export function checkFormerKey(
  settings: z.infer<typeof formerLivekitEnvSchema> & { LIVEKIT_API_KEY?: string },
  context: z.RefinementCtx,
): void {
  const missing = formerNames.filter((name) => !settings[name]);
  const [name] = missing;
  if (missing.length === 1 && name) {
    const other = formerNames.find((candidate) => candidate !== name);
    context.addIssue({ code: 'custom', path: [name], message: `must be set, because ${other} is set` });
  }
  if (settings.LIVEKIT_API_KEY_FORMER && settings.LIVEKIT_API_KEY_FORMER === settings.LIVEKIT_API_KEY) {
    const message = 'must be another name than LIVEKIT_API_KEY, because LiveKit has one secret for each name';
    context.addIssue({ code: 'custom', path: ['LIVEKIT_API_KEY_FORMER'], message });
  }
}

const signingLivekitEnvSchema = z.object({ ...livekitEnvSchema.shape, ...formerLivekitEnvSchema.shape });

/** How this process reaches LiveKit. @throws like {@link envReader} */
export const livekitEnv = envReader(signingLivekitEnvSchema);
