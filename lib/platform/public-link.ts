import { AppError } from '@/lib/core/errors';
import { webEnv } from './env/web-env';

/**
 * The absolute address of a page, for readers outside our pages: e-mails, identity providers. It uses the setting,
 * never a request's Host header, which anybody may forge.
 * @param path with its leading slash, such as `/reset-password#secret`
 */
export function publicLink(path: string): string {
  const { PUBLIC_URL } = webEnv();
  if (!PUBLIC_URL) throw new AppError('invalid_configuration', 'PUBLIC_URL is not set. See .env.example.');
  return PUBLIC_URL + path;
}
