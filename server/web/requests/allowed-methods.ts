import { addresses, type EndpointName, partsOf } from '@/lib/contracts/api/addresses';

/** Where the API's paths begin. */
export const apiRoot = '/api/v1';

const endpoints = Object.keys(addresses)
  .map((name) => partsOf(name as EndpointName))
  .map(({ method, path }) => ({
    method,
    address: `${apiRoot}${path}`,
    pattern: new RegExp(`^${apiRoot}${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));

/** The methods that an address answers, as the header Allow lists them. @param path without the query */
export function allowedMethods(path: string): string[] {
  const matching = endpoints.filter(({ pattern }) => pattern.test(path));
  // An address that is spelled out goes before one with a parameter in its place.
  const own = matching.filter(({ address }) => address === path);
  const methods = (own.length > 0 ? own : matching).map(({ method }) => method);
  // Pages, files, the sign of life and what does not exist are read alone.
  const isRead = methods.length === 0 || methods.includes('GET');
  return [...new Set([...(isRead ? ['GET', 'HEAD'] : []), ...methods]), 'OPTIONS'];
}
