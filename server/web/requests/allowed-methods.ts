import { addresses, type EndpointName, partsOf } from '@/lib/contracts/api/addresses';

/** The prefix of the API's paths. */
export const apiRoot = '/api/v1';

const endpoints = Object.keys(addresses)
  .map((name) => partsOf(name as EndpointName))
  .map(({ method, path }) => ({
    method,
    address: `${apiRoot}${path}`,
    pattern: new RegExp(`^${apiRoot}${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));

/** The methods of an address, as the header Allow lists them. @param path without the query */
export function allowedMethods(path: string): string[] {
  const matching = endpoints.filter(({ pattern }) => pattern.test(path));
  // A literal address takes precedence over one with a parameter.
  const own = matching.filter(({ address }) => address === path);
  const methods = (own.length > 0 ? own : matching).map(({ method }) => method);
  // Pages, files, health checks and unknown addresses can only be read.
  const isRead = methods.length === 0 || methods.includes('GET');
  return [...new Set([...(isRead ? ['GET', 'HEAD'] : []), ...methods]), 'OPTIONS'];
}
