import { useEffect, useState } from 'react';

/** The character that each key types without modifiers, by the key's code. */
export type KeyboardLayout = ReadonlyMap<string, string>;

/** Chromium alone tells, and only over https. Source: https://wicg.github.io/keyboard-map/ */
interface NavigatorWithKeyboard {
  keyboard?: { getLayoutMap?(): Promise<KeyboardLayout> };
}

/** The layout of the user's keyboard; null where the browser does not tell. */
export function useKeyboardLayout(): KeyboardLayout | null {
  const [layout, setLayout] = useState<KeyboardLayout | null>(null);
  useEffect(() => {
    // Refused within frames of other pages: the letters themselves do.
    void (navigator as NavigatorWithKeyboard).keyboard?.getLayoutMap?.().then(setLayout, () => undefined);
  }, []);
  return layout;
}

/** A key as it is printed on the user's keyboard: its letter, or on one of another script what stands in its place. */
export function keyLabel(key: string, layout: KeyboardLayout | null): string {
  if (!layout || !/^[A-Z]$/.test(key)) return key;
  const hasLetter = [...layout.values()].includes(key.toLowerCase());
  return hasLetter ? key : (layout.get(`Key${key}`)?.toUpperCase() ?? key);
}
