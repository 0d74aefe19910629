import { useCallback, useSyncExternalStore } from 'react';

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

const subscribe = (listener: () => void) => {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
};

/**
 * The visitor's theme preference, shared by all tabs. components/shell/theme-script.tsx applies it to the page.
 * @param storageKey its key in local storage
 * @returns the preference, and a function that changes it
 */
export function useTheme(storageKey: string): [Theme, (theme: Theme) => void] {
  const stored = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(storageKey),
    () => null,
  );
  const choose = useCallback(
    (theme: Theme) => {
      localStorage.setItem(storageKey, theme);
      // Browsers notify only the other tabs.
      dispatchEvent(new StorageEvent('storage', { key: storageKey }));
    },
    [storageKey],
  );
  return [themes.find((theme) => theme === stored) ?? 'system', choose];
}
