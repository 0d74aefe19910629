/**
 * Why a camera that the server pulls does not come:
 * `no_address`: there is none, or this server's secret does not open it.
 * `not_allowed`: the address, or where it redirects to, is in a network that the organization may not pull from.
 * `unknown_host`: its name has no address.
 * `unreachable`: nothing answers in time.
 * `refused`: something answers, and refuses this call for a reason that it does not say.
 * `unauthorized`: user and password are refused.
 * `not_found`: there is nothing at this path.
 * `no_media`: what comes is neither MPEG-TS nor a stream that the server knows.
 * `ended`: the other side ended the connection, or fell silent.
 */
export const pullFaults = [
  'no_address',
  'not_allowed',
  'unknown_host',
  'unreachable',
  'refused',
  'unauthorized',
  'not_found',
  'no_media',
  'ended',
] as const;

export type PullFault = (typeof pullFaults)[number];
