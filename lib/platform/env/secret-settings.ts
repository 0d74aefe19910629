/** The settings that open something. */
export const secretSettings = [
  'AUTH_SECRET',
  'AUTH_SECRET_FORMER',
  'DATABASE_DIRECT_URL',
  'DATABASE_URL',
  'LIVEKIT_API_SECRET',
  'LIVEKIT_API_SECRET_FORMER',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
  'RECORDINGS_S3_SECRET_ACCESS_KEY',
  'REDIS_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'TALLY_TOKEN',
  // docker-compose.yml and `npm run seed` read these from the same .env file.
  'POSTGRES_PASSWORD',
  'SIGHTLINE_DATABASE_PASSWORD',
  'SEED_PASSWORD',
];

/** Sets the secrets anew, which moves them in memory: the C library would read them where they are overwritten. */
export function moveSecrets(): void {
  for (const name of secretSettings) {
    const value = process.env[name];
    if (value !== undefined) process.env[name] = value;
  }
}
