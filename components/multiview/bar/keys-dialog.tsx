'use client';

import { Dialog, DialogContent, DialogDescription, DialogTitle } from '@/components/ui/dialog';
import { keyLabel, useKeyboardLayout } from '../keys/key-labels';
import { multiviewKeys } from '../keys/multiview-keys';

/** The list of the multiview's keyboard shortcuts. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const layout = useKeyboardLayout();
  return (
    // Not modal: a page of live pictures that a modal dialog disables has its style computed anew, twice for one look.
    <Dialog open onOpenChange={onClose} modal={false}>
      {/* The multiview is dark in both themes, and so are its dialogs. */}
      <DialogContent className="dark max-w-lg text-ink lg:max-w-5xl">
        <div className="grid gap-1">
          <DialogTitle>Keyboard shortcuts</DialogTitle>
          <DialogDescription>You can also drag cameras. This browser remembers the order.</DialogDescription>
        </div>
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
