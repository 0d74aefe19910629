'use client';

import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { tokenStore } from '@/lib/browser/api/token-store';

const Toaster = dynamic(() => import('@/components/ui/sonner').then((sonner) => sonner.Toaster), { ssr: false });

/** The toasts of all pages. Visitors see none before they act, so that their pages load without what shows them. */
export function ToastArea() {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    const load = () => setNeeded(true);
    if (tokenStore.get()) load();
    const actions = new AbortController();
    for (const type of ['pointerdown', 'keydown']) {
      document.addEventListener(type, load, { once: true, signal: actions.signal });
    }
    return () => actions.abort();
  }, []);
  return isNeeded ? <Toaster /> : null;
}
