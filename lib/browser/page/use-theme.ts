import { useCallback, useSyncExternalStore } from 'react';

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

const subscribe = (listener: () => void) => {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
};

/**
 * The visitor's choice of theme, shared by all tabs. The page follows it by components/shell/theme-script.tsx.
 * @param storageKey where it is kept
 * @returns the choice, and a function that changes it
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
      // Browsers tell the other tabs only.
      dispatchEvent(new StorageEvent('storage', { key: storageKey }));
    },
    [storageKey],
  );
  return [themes.find((theme) => theme === stored) ?? 'system', choose];
}
