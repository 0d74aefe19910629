/** As the root layout derives it from the product's name. */
const storageKey = (): string => document.documentElement.dataset.tokenKey ?? '';
const listeners = new Set<() => void>();

const notify = () => {
  for (const listener of listeners) listener();
};

/** This browser's bearer token, shared by all its tabs. */
export const tokenStore = {
  get: (): string | null => localStorage.getItem(storageKey()),

  set(token: string): void {
    localStorage.setItem(storageKey(), token);
    notify();
  },

  /** Removes this token and no other: another tab may have signed in again in the meantime. */
  drop(token: string): void {
    if (localStorage.getItem(storageKey()) !== token) return;
    localStorage.removeItem(storageKey());
    notify();
  },

  /** Calls the listener whenever a token is set or removed, in this tab or another. @returns a function that stops it */
  subscribe(listener: () => void): () => void {
    const onStorage = (event: StorageEvent) => {
      if (event.key === storageKey() || event.key === null) listener();
    };
    listeners.add(listener);
    window.addEventListener('storage', onStorage);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', onStorage);
    };
  },
};

export type TokenStore = typeof tokenStore;
