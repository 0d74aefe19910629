// Without zod: screens load this.

/** Names of the checks, as docs/troubleshooting.md lists them. */
export const checkNames = [
  'database',
  'migrations',
  'clock',
  'livekit',
  'addresses',
  'gateways',
  'disk',
  'files',
  'udp_buffers',
  'lan',
  'versions',
] as const;
export type CheckName = (typeof checkNames)[number];
