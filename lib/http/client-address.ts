/** server/web/trusted-proxies.ts sets it from the connection, and overwrites what the client sent under this name. */
export const clientAddressHeader = 'x-client-address';

/** The IP address that a request came from (server/web/trusted-proxies.ts); empty where it did not pass our server. */
export const clientAddress = (request: Request): string => request.headers.get(clientAddressHeader) ?? '';
