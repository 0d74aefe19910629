'use client';

import { type CSSProperties, useEffect } from 'react';
import { Toaster as Sonner, toast } from 'sonner';

const colours = 'border border-line bg-floating text-ink shadow-float';

/** The page's toasts: one at a time, F8 moves the focus to it, swipe, Escape and the cross close it. */
export function Toaster() {
  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && document.activeElement?.closest('[data-sonner-toaster]')) toast.dismiss();
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, []);

  return (
    <Sonner
      hotkey={['F8']}
      visibleToasts={1}
      closeButton
      position="bottom-right"
      style={{ '--width': 'min(420px, calc(100vw - 2rem))', fontFamily: 'inherit' } as CSSProperties}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast: `${colours} flex w-full items-start gap-3 rounded-lg p-4 pr-10 text-base`,
          title: 'font-medium',
          description: 'whitespace-pre-line break-words text-muted',
          error: '[&_[data-icon]]:text-failed [&_[data-title]]:text-failed',
          closeButton:
            'absolute top-2 right-2 grid size-7 place-items-center rounded-md text-muted hover:bg-control hover:text-ink',
          actionButton: 'ml-auto h-8 rounded-md border border-line-strong px-3 font-medium',
        },
      }}
    />
  );
}
