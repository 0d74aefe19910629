import { hash } from 'node:crypto';

/**
 * By what a stream key or view key that opens nothing any more is known again: SHA-256, in hex. Keys are random, so it
 * needs no salt.
 */
export const hashStreamKey = (streamKey: string): string => hash('sha256', streamKey, 'hex');
