import { AppError } from '@/lib/core/errors';
import { webEnv } from '@/lib/platform/env/web-env';
import { refusalOfUrl } from '@/lib/platform/webhooks/refusal-of-url';

/** @throws AppError `invalid_input` for an address to which nothing would be sent, as far as it shows */
export function requireAllowedUrl(url: string): void {
  const sentence = refusalOfUrl(new URL(url), webEnv().WEBHOOK_ALLOW_PRIVATE);
  if (sentence) throw new AppError('invalid_input', sentence, { details: { 'webhook.url': [sentence] } });
}
