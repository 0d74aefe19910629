import { type Rest, sendRequest } from '@/lib/browser/api/send-request';
import type { Address, NameAt } from '@/lib/contracts/api/addresses';

/** Calls an endpoint of the server as the token's user. @throws ApiError for every failure */
export type Call = <A extends Address>(address: A, ...rest: Rest<NameAt<A>>) => ReturnType<typeof sendRequest<A>>;

/** @param origin the server's address, such as https://sightline.example */
export function makeCall(origin: string, token: string): Call {
  return (address, ...rest) => {
    const [parts] = rest as [object?];
    return sendRequest(address, token, ...([{ ...parts, origin }] as unknown as typeof rest));
  };
}
