import { useEffect, useEffectEvent } from 'react';

interface KeyDownOptions {
  /** Hears each key before the page does, and may keep it from it. */
  isFirst?: boolean;
}

/**
 * Hears each key that is pressed on the page while the component is mounted.
 * @param handle gets the key; its latest form is called
 */
export function useKeyDown(handle: (event: KeyboardEvent) => void, { isFirst = false }: KeyDownOptions = {}): void {
  const latest = useEffectEvent(handle);
  useEffect(() => {
    const target = isFirst ? window : document;
    const onKeyDown = (event: Event) => latest(event as KeyboardEvent);
    target.addEventListener('keydown', onKeyDown, { capture: isFirst });
    return () => target.removeEventListener('keydown', onKeyDown, { capture: isFirst });
  }, [isFirst]);
}
