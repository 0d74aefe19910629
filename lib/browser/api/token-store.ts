import { Store } from '../store';

/** As the root layout derives it from the product's name. */
const storageKey = (): string => document.documentElement.dataset.tokenKey ?? '';
const changes = new Store(undefined);

/** This browser's bearer token, shared by all its tabs. */
export const tokenStore = {
  get: (): string | null => localStorage.getItem(storageKey()),

  set(token: string): void {
    localStorage.setItem(storageKey(), token);
    changes.notify();
  },

  /** Removes this token and no other: another tab may have signed in again in the meantime. */
  drop(token: string): void {
    if (localStorage.getItem(storageKey()) !== token) return;
    localStorage.removeItem(storageKey());
    changes.notify();
  },

  /** Calls the listener whenever a token is set or removed, in this tab or another. @returns a function that stops it */
  subscribe(listener: () => void): () => void {
    const onStorage = (event: StorageEvent) => {
      if (event.key === storageKey() || event.key === null) listener();
    };
    const stop = changes.subscribe(listener);
    window.addEventListener('storage', onStorage);
    return () => {
      stop();
      window.removeEventListener('storage', onStorage);
    };
  },
};

export type TokenStore = typeof tokenStore;
