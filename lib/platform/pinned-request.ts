import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pinnedLookup } from './pinned-host';

const maxRedirects = 3;
const redirects = new Set([301, 302, 307, 308]);

/** The port that a URL of HTTP names, or has by its scheme. */
export const httpPort = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80);

/**
 * Sends a request to a host that a person named.
 * @param addresses of that host, by `pinnedAddresses`
 * @returns the answer, without its body
 * @throws Error of the connection, and of a silence of `timeout`
 */
export function pinnedRequest(
  url: URL,
  addresses: [string, ...string[]],
  { body, onConnect, ...options }: RequestOptions & { body?: string | Uint8Array; onConnect?: () => void },
): Promise<IncomingMessage> {
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((done, fail) => {
    // Without an agent, no connection is kept or shared.
    const request = open(url, { ...options, agent: false, lookup: pinnedLookup(addresses) }, done);
    request.on('error', fail);
    if (onConnect) request.once('socket', (socket) => socket.once('connect', onConnect));
    request.once('timeout', () => request.destroy(new Error('nothing arrived in time')));
    request.end(body);
  });
}

/**
 * Follows redirects.
 * @param send checks each address as it did the first one
 * @param redirected the address that a location names; null where the redirect itself is the answer
 * @returns the last answer, and the address that gave it
 * @throws whatever these two throw
 */
export async function followRedirects<Address>(
  first: Address,
  send: (address: Address) => Promise<IncomingMessage>,
  redirected: (from: Address, location: string) => Address | null,
): Promise<{ response: IncomingMessage; address: Address }> {
  let address = first;
  for (let count = 0; ; count++) {
    const response = await send(address);
    const { statusCode = 0, headers } = response;
    const isOver = count === maxRedirects || !redirects.has(statusCode);
    try {
      const next = isOver || headers.location === undefined ? null : redirected(address, headers.location);
      if (next === null) return { response, address };
      address = next;
    } catch (error) {
      response.destroy();
      throw error;
    }
    response.destroy();
  }
}
