// Without zod: screens load this.

/** The checks of a line-up, in the order of its columns. */
export const lineUpChecks = {
  picture: 'Picture',
  sound: 'Sound',
  lip_sync: 'Lip sync',
  offset: 'Offset',
  tally: 'Tally',
  disk: 'Recording',
  battery: 'Battery',
  latency: 'Latency',
} as const;

export type LineUpCheckName = keyof typeof lineUpChecks;

export const lineUpCheckNames = Object.keys(lineUpChecks) as LineUpCheckName[];

/** How long a line-up reads samples. */
export const lineUpSeconds = 10;
