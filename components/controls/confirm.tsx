'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { ConfirmProps } from './confirm-dialog';

// Few questions are asked, and no page need wait for their dialog.
const ConfirmDialog = dynamic(() => import('./confirm-dialog').then(({ ConfirmDialog }) => ConfirmDialog), {
  ssr: false,
});

/** Asks for confirmation before an action that cannot be undone. */
export function Confirm(props: ConfirmProps) {
  const [wasOpened, setOpened] = useState(props.open);
  if (props.open && !wasOpened) setOpened(true);
  return wasOpened ? <ConfirmDialog {...props} /> : null;
}
