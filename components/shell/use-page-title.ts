import { useLayoutEffect } from 'react';
import { useProductName } from './product';

/** Titles the browser's tab, for what the server does not know; null leaves the page's own title. */
export function usePageTitle(title: string | null): void {
  const product = useProductName();
  // A layout effect is undone in the same commit that shows the next page, and so leaves that one's title alone.
  useLayoutEffect(() => {
    if (title === null) return;
    const shown = `${title} · ${product}`;
    const apply = () => {
      if (document.title !== shown) document.title = shown;
    };
    apply();
    // The page's own title comes from the server, and may come later.
    const observer = new MutationObserver(apply);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [title, product]);
}
