import { useSyncExternalStore } from 'react';
import { api } from './api-client';
import { createSessionStore, type Session } from './session-store';
import { tokenStore } from './token-store';

/** This tab's session. */
export const sessionStore = createSessionStore(api, tokenStore);

const onServer: Session = { status: 'checking' };

/** Who is signed in; the first use on a page starts the check of the stored token. */
export const useSession = (): Session => useSyncExternalStore(sessionStore.subscribe, sessionStore.get, () => onServer);
