import { api } from './api-client';
import { sendRequest } from './send-request';
import { tokenStore } from './token-store';

/**
 * Switches all tabs to the token of a new auth session, and ends the former session. The new token is stored first,
 * because ending the session of the stored token signs the user out. A session that could not be ended expires.
 */
export function enterSession(token: string): void {
  const before = tokenStore.get();
  tokenStore.set(token);
  if (before) sendRequest('POST /auth/logout', before).catch(() => undefined);
}

/** Switches to another of the user's organizations. @throws ApiError */
export async function switchOrganization(id: string): Promise<void> {
  const { data } = await api('POST /auth/switch', { body: { organization: { id } } });
  enterSession(data.token);
}
