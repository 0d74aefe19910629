import { tokenStore } from './token-store';

/** Goes on by the token of a new auth session in all tabs. */
export const enterSession = (token: string): void => tokenStore.set(token);
