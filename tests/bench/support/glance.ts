/** A test runs each bench with BENCH_GLANCE=1, to see that it still works: each thing once, for a moment. */
const isGlance = process.env.BENCH_GLANCE === '1';

/** How long a bench watches or waits: a moment in a glance. */
export const forMs = (ms: number, glanceMs = 500): number => (isGlance ? glanceMs : ms);

/** How often a bench does something: once in a glance, unless it needs more to work at all. */
export const times = (count: number, glanceCount = 1): number => (isGlance ? glanceCount : count);

/** A camera that a bench sends: one that costs its encoder little in a glance, where nobody reads the figures. */
export const ofCamera = <Camera extends { width: number; height: number }>(camera: Camera): Camera =>
  isGlance ? { ...camera, width: 640, height: 360 } : camera;

/** The cases that a bench goes through: the first alone in a glance. */
export const eachOf = <Item>(items: Item[]): Item[] => (isGlance ? items.slice(0, 1) : items);

/** The exit code of a bench that judges: a glance is too short for a verdict, so that it prints it alone. */
export const verdictCode = (isBroken: boolean): number => (isBroken && !isGlance ? 1 : 0);
