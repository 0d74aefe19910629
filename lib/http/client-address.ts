/** Set by server/index.ts from the connection itself, whatever the client had sent under this name. */
export const clientAddressHeader = 'x-client-address';

/** The IP address that a request came from; behind a proxy the proxy's. Empty where our server was not in between. */
export const clientAddress = (request: Request): string => request.headers.get(clientAddressHeader) ?? '';
