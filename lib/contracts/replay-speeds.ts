// Separate from replay-out.ts, so that the browser does not load zod with it.

/** The speeds of a replay, of the camera's own. */
export const replaySpeeds = [0.25, 0.5, 0.75, 1] as const;
export type ReplaySpeed = (typeof replaySpeeds)[number];

export const replayStates = ['cued', 'playing', 'paused'] as const;
export type ReplayState = (typeof replayStates)[number];
