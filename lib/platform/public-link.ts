import { AppError } from '@/lib/core/errors';
import { webEnv } from './env/web-env';

/**
 * The absolute address of a page, for whoever is not at a page of ours: readers of e-mails, identity providers. By the
 * setting, never by a request's Host header, which anybody may forge.
 * @param path with its leading slash, such as `/reset-password#secret`
 */
export function publicLink(path: string): string {
  const { PUBLIC_URL } = webEnv();
  if (!PUBLIC_URL) throw new AppError('invalid_configuration', 'PUBLIC_URL is not set. See .env.example.');
  return PUBLIC_URL + path;
}
