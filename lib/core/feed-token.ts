import { secretDeriver } from './secret-deriver';

/** The token that opens a worker's feed, and nothing else of it. @param token the worker's own */
export const feedTokenOf = (token: string): string => secretDeriver(token, 'sightline worker feed')('');
