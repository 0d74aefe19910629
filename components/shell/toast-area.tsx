'use client';

import { type ComponentType, useEffect, useState } from 'react';

/** The toasts of all pages. Visitors see none before they act, so that their pages load without what shows them. */
export function ToastArea() {
  const [Toaster, setToaster] = useState<ComponentType>();
  useEffect(() => {
    const load = () => void import('@/components/ui/toaster').then((sonner) => setToaster(() => sonner.Toaster));
    const { tokenKey } = document.documentElement.dataset;
    if (tokenKey && localStorage.getItem(tokenKey)) return load();
    for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, load, { once: true });
    return () => {
      for (const type of ['pointerdown', 'keydown']) document.removeEventListener(type, load);
    };
  }, []);
  return Toaster ? <Toaster /> : null;
}
