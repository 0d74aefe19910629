'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { findOpener } from '@/components/ui/use-return-focus';
import type { ConfirmProps } from './confirm-dialog';

// Few questions are asked, and no page need wait for their dialog.
const ConfirmDialog = dynamic(() => import('./confirm-dialog').then(({ ConfirmDialog }) => ConfirmDialog), {
  ssr: false,
});

/** Asks for confirmation before an action that cannot be undone. */
export function Confirm(props: ConfirmProps) {
  /** Undefined until the question is asked. Read then, because a menu has closed once the dialog is loaded. */
  const [opener, setOpener] = useState<HTMLElement | null>();
  if (props.open && opener === undefined) setOpener(findOpener());
  return opener === undefined ? null : <ConfirmDialog {...props} opener={opener} />;
}
