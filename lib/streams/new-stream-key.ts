import { randomBytes } from 'node:crypto';

const streamKeyBytes = 24;

/** A secret that opens one stream to encoders and viewers: 192 random bits, fit for an address. */
export const newStreamKey = (): string => randomBytes(streamKeyBytes).toString('base64url');
