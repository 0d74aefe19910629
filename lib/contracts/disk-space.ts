// Without zod: screens load this.

/** Free space of the recordings' disk in percent, below which something happens. */
export const diskSpace = {
  /** People are warned. */
  lowPercent: 20,
  /** No recording begins. */
  minPercent: 5,
} as const;
