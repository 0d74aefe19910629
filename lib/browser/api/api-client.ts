import type { Address } from '@/lib/contracts/api/declare';
import { ApiError } from './api-error';
import { type Name, type Reply, type Rest, sendRequest } from './send-request';
import { tokenStore } from './token-store';

/**
 * Calls an endpoint of the API as the signed-in user, like {@link sendRequest}. A 401 to a call with a token ends the
 * browser session.
 */
export async function api<N extends Name>(address: Address & { name: N }, ...rest: Rest<N>): Promise<Reply<N>> {
  const token = tokenStore.get();
  try {
    return await sendRequest(address, token, ...rest);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && token) tokenStore.drop(token);
    throw error;
  }
}
