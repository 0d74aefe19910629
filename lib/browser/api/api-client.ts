import type { Address, NameAt } from '@/lib/contracts/api/addresses';
import { ApiError } from './api-error';
import { type Reply, type Rest, sendRequest } from './send-request';
import { tokenStore } from './token-store';

/**
 * Calls an endpoint of the API as the signed-in user, like {@link sendRequest}. A 401 to a call with a token ends the
 * browser session.
 */
export async function api<A extends Address>(address: A, ...rest: Rest<NameAt<A>>): Promise<Reply<NameAt<A>>> {
  const token = tokenStore.get();
  try {
    return await sendRequest(address, token, ...rest);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && token) tokenStore.drop(token);
    throw error;
  }
}
