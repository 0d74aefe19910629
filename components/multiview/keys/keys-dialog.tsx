'use client';

import { useEffect, useState } from 'react';
import { Dialog, DialogContent, DialogHeading } from '@/components/ui/dialog';
import { multiviewKeys } from './multiview-keys';

/** The list of the multiview's keyboard shortcuts. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const layout = useKeyboardLayout();
  return (
    // Not modal: a page of live pictures that a modal dialog disables has its style computed anew, twice for one look.
    <Dialog open onOpenChange={onClose} modal={false}>
      {/* The multiview is dark in both themes, and so are its dialogs. */}
      <DialogContent className="dark max-w-lg text-ink lg:max-w-5xl">
        <DialogHeading title="Keyboard shortcuts">
          You can also drag cameras. This browser remembers the order.
        </DialogHeading>
        <dl className="gap-x-10 lg:columns-2">
          {multiviewKeys.map(({ keys, text }) => (
            <div
              key={text}
              className="grid break-inside-avoid grid-cols-[10.5rem_minmax(0,1fr)] items-center gap-x-4 py-1"
            >
              <dt className="flex gap-1">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="grid h-6 min-w-6 shrink-0 place-items-center rounded-md border border-line-strong px-1.5 font-mono text-xs"
                  >
                    {keyLabel(key, layout)}
                  </kbd>
                ))}
              </dt>
              <dd className="text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </DialogContent>
    </Dialog>
  );
}

/** The character that each key types without modifiers, by the key's code. */
type KeyboardLayout = ReadonlyMap<string, string>;

/** Chromium alone tells, and only over https. Source: https://wicg.github.io/keyboard-map/ */
interface NavigatorWithKeyboard {
  keyboard?: { getLayoutMap?(): Promise<KeyboardLayout> };
}

/** The layout of the user's keyboard; null where the browser does not tell. */
function useKeyboardLayout(): KeyboardLayout | null {
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
