import { randomBytes } from 'node:crypto';

/** How the ids of all workers of a stream begin. */
export const workerIdPrefix = (streamId: string): string => `worker-${streamId.slice(-12)}-`;

/** A new id for a worker of this stream in this generation. */
export const newWorkerId = (streamId: string, generation: number): string =>
  `${workerIdPrefix(streamId)}${generation}-${randomBytes(4).toString('hex').slice(0, 5)}`;

/** The {@link workerIdPrefix} of a worker's id. */
export const prefixOf = (workerId: string): string => workerId.slice(0, workerIdPrefix('').length + 12);

/** The generation of the stream that a worker's id names. */
export const generationOf = (workerId: string): number => Number(workerId.split('-').at(-2));
