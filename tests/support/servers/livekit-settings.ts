import { inject } from 'vitest';

/** The settings by which a program finds the run's livekit-server. */
export function livekitSettings() {
  const { livekitUrl, livekitApiKey, livekitApiSecret } = inject('servers');
  return { LIVEKIT_URL: livekitUrl, LIVEKIT_API_KEY: livekitApiKey, LIVEKIT_API_SECRET: livekitApiSecret };
}
