'use client';

import { usePathname } from 'next/navigation';
import { type CSSProperties, type FocusEvent, useEffect } from 'react';
import { Toaster as Sonner, type ToastT, toast } from 'sonner';
import { isEscape } from '@/lib/browser/page/pressed-key';
import { showToastsBy } from '@/lib/browser/page/toast';
import { useKeyDown } from '@/lib/browser/page/use-key-down';

/** Spec, section 4: those of the dashboard are shorter. */
const durationAt = (path: string): number => (path === '/streams' ? 3_000 : 5_000);
/** Where Escape closes something else. */
const layers = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const colors = 'border low:border-line bg-floating text-ink shadow-float';

/** The visible toasts; sonner's list also has those that are being dismissed. */
const shownToasts = (): ToastT[] => toast.getToasts().filter((entry): entry is ToastT => !('dismiss' in entry));

/** The original durations of toasts that focus keeps open. */
const heldMs = new Map<ToastT['id'], number>();

// Sonner pauses only under the pointer.
function holdAll(durationMs: number): void {
  for (const { title, ...shown } of shownToasts()) {
    if (heldMs.has(shown.id)) continue;
    heldMs.set(shown.id, shown.duration ?? durationMs);
    toast(title, { ...shown, duration: Number.POSITIVE_INFINITY });
  }
}

function releaseAll(): void {
  for (const { title, ...shown } of shownToasts()) {
    const duration = heldMs.get(shown.id);
    if (duration !== undefined) toast(title, { ...shown, duration });
  }
  heldMs.clear();
}

function releaseOnLeave(event: FocusEvent<HTMLElement>): void {
  if (!event.currentTarget.contains(event.relatedTarget)) releaseAll();
}

/**
 * The page's toasts: one at a time. F8 moves focus to it, it stays while it has pointer or focus, and swipe, Escape and
 * the close button close it.
 */
export function Toaster() {
  const durationMs = durationAt(usePathname());
  useEffect(() => showToastsBy((kind, ...parts) => toast[kind](...parts)), []);
  // Before the key closes a layer, which would no longer be found.
  useKeyDown(
    (event) => {
      if (isEscape(event) && !document.querySelector(layers)) toast.dismiss();
    },
    { isFirst: true },
  );

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes focus
    <div className="contents" onFocus={() => holdAll(durationMs)} onBlur={releaseOnLeave}>
      <Sonner
        hotkey={['F8']}
        visibleToasts={1}
        duration={durationMs}
        closeButton
        position="bottom-right"
        offset={{ bottom: 'calc(24px + var(--bottom-bars, 0px))' }}
        mobileOffset={{ bottom: 'calc(16px + var(--bottom-bars, 0px))' }}
        style={{ '--width': 'min(420px, calc(100vw - 2rem))', fontFamily: 'inherit' } as CSSProperties}
        toastOptions={{
          unstyled: true,
          closeButtonAriaLabel: 'Close',
          classNames: {
            // A text that the mouse selects would not be swiped away.
            toast: `${colors} select-none flex w-full items-start gap-3 rounded-lg p-4 pr-12 text-base`,
            title: 'font-medium',
            description: 'whitespace-pre-line wrap-anywhere text-muted',
            error: 'border-failed/50 [&_[data-icon]]:text-failed [&_[data-title]]:text-failed',
            icon: 'mt-0.5 [&_svg]:size-4',
            closeButton:
              'absolute top-2.5 right-2.5 grid size-8 place-items-center rounded-md text-muted hover:bg-control hover:text-ink pointer-coarse:top-1 pointer-coarse:right-1 pointer-coarse:size-11',
            actionButton:
              'ml-auto h-8 shrink-0 rounded-md border border-line-strong px-3 font-medium hover:bg-control pointer-coarse:h-11',
          },
        }}
      />
    </div>
  );
}
