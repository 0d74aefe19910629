import { hash } from 'node:crypto';

/**
 * Hashes a former stream key or view key, so that it is recognized without being stored: SHA-256, in hex. Keys are
 * random, so it needs no salt.
 */
export const hashStreamKey = (streamKey: string): string => hash('sha256', streamKey, 'hex');
