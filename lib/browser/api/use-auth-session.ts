import { useSyncExternalStore } from 'react';
import { api } from './api-client';
import { type BrowserSession, createAuthSessionStore } from './auth-session-store';
import { tokenStore } from './token-store';

/** This tab's browser session. */
export const authSessionStore = createAuthSessionStore(api, tokenStore);

const onServer: BrowserSession = { status: 'checking' };

/** The browser session. The first use on a page starts the check of the stored token. */
export const useAuthSession = (): BrowserSession =>
  useSyncExternalStore(authSessionStore.subscribe, authSessionStore.get, () => onServer);
