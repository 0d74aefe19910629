/** Set by server/web/main.ts from the connection, whatever the client had sent under this name. */
export const clientAddressHeader = 'x-client-address';

/** The IP address that a request came from; see server/client-address.ts. Empty where our server was not in between. */
export const clientAddress = (request: Request): string => request.headers.get(clientAddressHeader) ?? '';
