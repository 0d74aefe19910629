import { z } from 'zod';
import { envReader, secret } from './read-env';

export const websocketUrl = z.url({ protocol: /^wss?$/, error: 'must be a ws:// or wss:// address' });

/** The LiveKit server, and the key that signs its rooms' tokens; web and gateway share these. */
export const livekitEnvSchema = z.object({
  LIVEKIT_URL: websocketUrl,
  LIVEKIT_API_KEY: z.string().min(1),
  LIVEKIT_API_SECRET: secret,
});

/** How this process reaches LiveKit. @throws like {@link envReader} */
export const livekitEnv = envReader(livekitEnvSchema);
