import { randomBytes } from 'node:crypto';

const streamKeyBytes = 24;

/** A new secret for one of a stream's SRT addresses: 192 random bits as base64url. */
export const newStreamKey = (): string => randomBytes(streamKeyBytes).toString('base64url');
