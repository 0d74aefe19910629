import { randomBytes } from 'node:crypto';

const secretBytes = 32;

/** A new secret to sign with, as the Standard Webhooks specification writes it: `whsec_` and base64. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`;
