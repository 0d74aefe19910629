import { api } from './api-client';
import { sendRequest } from './send-request';
import { tokenStore } from './token-store';

/**
 * Goes on by the token of a new auth session in all tabs, and ends the one before: only once the other is stored, for
 * whoever loses the token that is stored is signed out. One that could not be ended expires.
 */
export function enterSession(token: string): void {
  const before = tokenStore.get();
  tokenStore.set(token);
  if (before) sendRequest('POST /auth/logout', before).catch(() => undefined);
}

/** Goes on in another of the user's organizations. @throws ApiError */
export async function switchOrganization(id: string): Promise<void> {
  const { data } = await api('POST /auth/switch', { body: { organization: { id } } });
  enterSession(data.token);
}
