'use client';

import { type ComponentProps, type ComponentType, cloneElement, type ReactElement, useState } from 'react';

type Trigger = ReactElement<ComponentProps<'button'>>;

/** A menu or dialog that is open when it mounts; its trigger opens and closes it from then on. */
export type Popup<Props = object> = ComponentType<Props & { trigger: Trigger }>;

type LazyPopupProps<Props> = {
  /** A button, the same before and after its popup is loaded. */
  trigger: Trigger;
  kind: 'menu' | 'dialog';
  load: () => Promise<Popup<Props>>;
  /** Its own, beside its trigger; none where it needs none. */
  props?: Props;
} & (object extends Props ? unknown : { props: Props });

/** A button whose popup is loaded on hover, focus or press, so that no page waits for what few people open. */
export function LazyPopup<Props extends object>({ trigger, kind, load, props }: LazyPopupProps<Props>) {
  const [Loaded, setLoaded] = useState<Popup<Props>>();
  const open = () => load().then((popup) => setLoaded(() => popup));
  // Only preloads: if it fails, the press that follows reports it.
  const prepare = () => void load().catch(() => undefined);
  if (Loaded) return <Loaded {...(props as Props)} trigger={trigger} />;
  return cloneElement(trigger, {
    'aria-haspopup': kind,
    'aria-expanded': false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: open,
    onKeyDown: (event) => {
      // An input method hides the key's name, but not its place.
      if (kind !== 'menu' || ![event.key, event.code].includes('ArrowDown')) return;
      event.preventDefault();
      void open();
    },
  });
}
