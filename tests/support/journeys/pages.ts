import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Every page of app/ as its address, with placeholders such as [id]; but for the one that answers unknown addresses. */
const pages = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'page.tsx')
  .map((file) => `/${path.dirname(file).replace(/\([^)]+\)\/?|^\.$/g, '')}`.replace(/(.)\/$/, '$1'))
  .filter((page) => page !== '/[...path]');

/** The pages that none of these addresses is of: a new page that nobody goes to is not looked at. @param addresses paths */
export function pagesWithout(addresses: string[]): string[] {
  const shown = addresses.map((address) => address.replace(/[?#].*/, ''));
  return pages.filter((page) => {
    const pattern = new RegExp(`^${page.replace(/\[\w+\]/g, '[\\w-]+')}$`);
    return !shown.some((address) => pattern.test(address));
  });
}
