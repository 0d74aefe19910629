// Without zod: screens load this.

/** Names of the checks, as docs/troubleshooting.md lists them. */
export const checkNames = [
  // First: on a machine that is too busy the others find time-outs.
  'processor',
  'database',
  'migrations',
  'restored',
  'operator',
  'bus',
  'clock',
  'livekit',
  'addresses',
  'media',
  'whip',
  'gateways',
  'public_url',
  'https',
  'mail',
  'sign_in',
  'disk',
  'backup',
  'recordings',
  'files',
  'udp_buffers',
  'lan',
  'settings',
  'versions',
] as const;
export type CheckName = (typeof checkNames)[number];
