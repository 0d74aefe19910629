import type { IncomingHttpHeaders } from 'node:http';
import { protocolName, unsupportedProtocolName } from './protocol';

const tokenPrefix = 'sightline-token.';

/** Whether a request is for /cable. Proxies and people add a slash. @param target path and query */
export const isForCable = (target: string): boolean => /^\/cable\/?(?:\?|$)/.test(target);

const offeredProtocols = (headers: IncomingHttpHeaders): string[] =>
  (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());

/**
 * Chooses among the subprotocols that a client offers; it never echoes a token among them.
 * @returns false when the server speaks none of them
 */
export function chooseProtocol(offered: Iterable<string>): string | false {
  const names = new Set(offered);
  return [protocolName, unsupportedProtocolName].find((name) => names.has(name)) ?? false;
}

/**
 * The bearer token, from the subprotocol `sightline-token.<token in base64url>`, because a browser cannot set headers.
 * Programs may use `Authorization: Bearer`, and clients that can do neither the query's `token`.
 */
export function readToken(headers: IncomingHttpHeaders, url: URL): string | null {
  const carrier = offeredProtocols(headers).find((name) => name.startsWith(tokenPrefix));
  if (carrier) return Buffer.from(carrier.slice(tokenPrefix.length), 'base64url').toString();
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return bearer ?? url.searchParams.get('token');
}

/** Whether a page of this origin may connect: one of this host, or one on the list. Only browsers send an origin. */
function isOriginAllowed(headers: IncomingHttpHeaders, allowedOrigins: string[]): boolean {
  const { origin } = headers;
  if (origin === undefined || allowedOrigins.includes(origin)) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  // Both are parsed, so that neither case nor a scheme's default port matters.
  const address = `${page.protocol}//${headers.host ?? ''}`;
  return URL.canParse(address) && new URL(address).host === page.host;
}

/** An answer before the upgrade, with a sentence for the client's developer. */
interface Refusal {
  status: number;
  text: string;
}

/** @returns why a request is refused before the upgrade; null to accept it */
export function refusalOf(headers: IncomingHttpHeaders, allowedOrigins: string[]): Refusal | null {
  if (!isOriginAllowed(headers, allowedOrigins)) {
    const text = `Pages of this origin may not connect to ${headers.host || 'a request without a host'}. Behind a proxy that changes the host, TRUSTED_PROXY_COUNT and TRUSTED_PROXY_ADDRESSES must name it. CABLE_ALLOWED_ORIGINS lists other origins that may.`;
    return { status: 403, text };
  }
  if (chooseProtocol(offeredProtocols(headers))) return null;
  const text = `Offer the subprotocol ${protocolName}: send the header Sec-WebSocket-Protocol with that name.`;
  return { status: 400, text };
}
