import { AppError } from '@/lib/core/errors';
import { webEnv } from '../env/web-env';
import type { Billing } from './billing';
import { StripeBilling } from './stripe-billing';

let billing: Promise<Billing | null> | undefined;

/**
 * This server's payment provider; null without one.
 * @throws AppError `invalid_configuration` for half of the settings
 */
export function openBilling(): Promise<Billing | null> {
  billing ??= open();
  return billing;
}

/** @throws AppError `not_found` when this server takes no payments */
export async function requireBilling(): Promise<Billing> {
  const opened = await openBilling();
  if (!opened) throw new AppError('not_found', 'This server takes no payments.');
  return opened;
}

async function open(): Promise<Billing | null> {
  const settings = webEnv();
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, PUBLIC_URL: publicUrl } = settings;
  if (secretKey === undefined) return null;
  if (webhookSecret === undefined || publicUrl === undefined) {
    const sentence = 'STRIPE_SECRET_KEY is set, and needs STRIPE_WEBHOOK_SECRET and PUBLIC_URL. See .env.example.';
    throw new AppError('invalid_configuration', sentence);
  }
  const returnUrl = `${publicUrl}/organization/plan`;
  return StripeBilling.open({ secretKey, webhookSecret, apiUrl: new URL(settings.STRIPE_API_URL), returnUrl });
}
