/** The subprotocol that carries a bearer token. */
export const tokenProtocol = (token: string): string => `sightline-token.${Buffer.from(token).toString('base64url')}`;
