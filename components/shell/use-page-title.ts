import { useEffect } from 'react';
import { useProductName } from './product';

/** Titles the browser's tab, for what the server does not know; null leaves the page's own title. */
export function usePageTitle(title: string | null): void {
  const product = useProductName();
  useEffect(() => {
    if (title !== null) document.title = `${title} · ${product}`;
  }, [title, product]);
}
