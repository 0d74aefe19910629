/**
 * Node's options for workers. Small V8 generations: a worker keeps little, and each camera has one; saves 45 MB each. The
 * build writes V8's code cache with them (server/worker/cached-main.ts), which is good for the same options alone.
 */
export const workerNodeOptions = ['--max-semi-space-size=2', '--max-old-space-size=128'];
