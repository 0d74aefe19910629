import type { Rest } from '@/lib/browser/api/send-request';
import type { Address, NameAt } from '@/lib/contracts/api/addresses';
import { ApiClient, type DataAt } from '../../api/api-client';
import type { AttackTarget } from '../attack';

/**
 * Calls the API with the attacker's account.
 * @returns the data; undefined for a refusal or a broken connection, since the camera watch and the health checks judge
 * the product
 */
export const callApi = <A extends Address>(
  { baseUrl, token }: AttackTarget,
  address: A,
  ...rest: Rest<NameAt<A>>
): Promise<DataAt<A> | undefined> => new ApiClient(baseUrl, token).call(address, ...rest).catch(() => undefined);
