import { z } from 'zod';
import { parseJson } from '@/lib/core/parse-json';

/** The frames and commands of `actioncable-v1-json`, as Rails and AnyCable speak it. Does no I/O. */

export const protocolName = 'actioncable-v1-json';
/** Clients offer it last; a server chooses it to say that it speaks none of the others. */
export const unsupportedProtocolName = 'actioncable-unsupported';

/** Why the server ends a connection, and whether the client should reconnect. */
export const reconnectByReason = {
  /** The token is missing or not valid. */
  unauthorized: false,
  token_expired: false,
  /** The auth session was revoked during the connection. */
  remote: false,
  /** No subscription for a long time. */
  idle_timeout: false,
  invalid_request: false,
  too_many_connections: false,
  server_restart: true,
  /** The user's role has changed. New subscriptions show what the new role may see. */
  role_changed: true,
  too_slow: true,
} as const;
export type DisconnectReason = keyof typeof reconnectByReason;

export const welcomeFrame = '{"type":"welcome"}';

/** @param unixSeconds the server's time, whole seconds since 1970 */
export const pingFrame = (unixSeconds: number): string => `{"type":"ping","message":${unixSeconds}}`;

/** Always says whether to reconnect: without that, one client stops for good and another reconnects. */
export const disconnectFrame = (reason: DisconnectReason): string =>
  JSON.stringify({ type: 'disconnect', reason, reconnect: reconnectByReason[reason] });

/** @param identifier exactly as the client sent it: clients compare it as text */
export const confirmFrame = (identifier: string): string => answerFrame(identifier, 'confirm_subscription');
export const rejectFrame = (identifier: string): string => answerFrame(identifier, 'reject_subscription');

const answerFrame = (identifier: string, type: string): string =>
  `{"identifier":${JSON.stringify(identifier)},"type":"${type}"}`;

/** @param messageJson the message, serialized once for all its subscribers */
export const messageFrame = (identifier: string, messageJson: string): string =>
  `{"identifier":${JSON.stringify(identifier)},"message":${messageJson}}`;

const commandSchema = z.object({ command: z.string(), identifier: z.string() });
export type Command = z.infer<typeof commandSchema>;

/** @returns null for anything but a command; its name may be unknown */
export function parseCommand(text: string): Command | null {
  return commandSchema.safeParse(parseJson(text)).data ?? null;
}

const maxIdentifierLength = 1_024;
const paramsSchema = z.looseObject({ channel: z.string() });
export type Params = z.infer<typeof paramsSchema>;

/** @returns the channel and its parameters; null when the identifier names none */
export function parseIdentifier(identifier: string): Params | null {
  if (identifier.length > maxIdentifierLength) return null;
  return paramsSchema.safeParse(parseJson(identifier)).data ?? null;
}
