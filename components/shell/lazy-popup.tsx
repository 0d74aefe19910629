'use client';

import { type ComponentProps, type ComponentType, cloneElement, type ReactElement, useState } from 'react';

type Trigger = ReactElement<ComponentProps<'button'>>;

/** A menu or panel that is open when it is first shown, and opens and closes by its trigger from then on. */
export type Popup = ComponentType<{ trigger: Trigger }>;

interface LazyPopupProps {
  /** A button, the same before and after its popup has been fetched. */
  trigger: Trigger;
  kind: 'menu' | 'dialog';
  load: () => Promise<Popup>;
}

/** A button whose popup is fetched when somebody reaches for it, so that no page waits for what few people open. */
export function LazyPopup({ trigger, kind, load }: LazyPopupProps) {
  const [Loaded, setLoaded] = useState<Popup>();
  const open = async () => {
    const popup = await load();
    setLoaded(() => popup);
  };
  // Only fetches ahead: whoever then presses hears of a failure.
  const prepare = () => void load().catch(() => undefined);
  if (Loaded) return <Loaded trigger={trigger} />;
  return cloneElement(trigger, {
    'aria-haspopup': kind,
    'aria-expanded': false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: open,
    onKeyDown: (event) => {
      if (kind !== 'menu' || event.key !== 'ArrowDown') return;
      event.preventDefault();
      void open();
    },
  });
}
