import { useSyncExternalStore } from 'react';
import { api } from './api-client';
import { createAuthSessionStore, type Session } from './auth-session-store';
import { tokenStore } from './token-store';

/** This tab's session. */
export const authSessionStore = createAuthSessionStore(api, tokenStore);

const onServer: Session = { status: 'checking' };

/** Who is signed in; the first use on a page starts the check of the stored token. */
export const useAuthSession = (): Session =>
  useSyncExternalStore(authSessionStore.subscribe, authSessionStore.get, () => onServer);
