// Without zod: screens load this.

/** Free space of the recordings' disk in percent, below which something happens. */
export const diskSpace = {
  /** People are warned. */
  lowPercent: 20,
  /** No recording begins. */
  minPercent: 5,
  /** Recordings pause below both of these: the database may lie on the same disk. */
  floor: { percent: 2, bytes: 2e9 },
} as const;
