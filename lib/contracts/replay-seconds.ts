// Separate from replay.ts, so that the browser does not load zod with it.

/** How many seconds a replay may have, and has unless somebody chooses. */
export const replaySeconds = { min: 5, max: 60, usual: 10 } as const;
