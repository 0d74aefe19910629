import { z } from 'zod';
import { sealedJson } from '../sealed-json';

/** Where a camera is pulled from: `streams.pull_target`. */
export const pullTargets = sealedJson(
  'sightline pull target',
  z.object({
    /** The whole address, with what lets the server in. */
    address: z.string(),
    /** Whether it was set for the organization that runs this server. */
    isOperators: z.boolean(),
  }),
);

/** The key and passphrase of a destination: `destinations.secrets`. */
export const destinationSecrets = sealedJson(
  'sightline destination',
  z.object({ key: z.string().nullable(), passphrase: z.string().nullable(), isOperators: z.boolean() }),
);
