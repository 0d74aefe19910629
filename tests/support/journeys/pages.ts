import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Screen } from './screens';

/** Every page of app/ as its address, with placeholders such as [id]; but for the one that answers unknown addresses. */
const pages = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'page.tsx')
  .map((file) => `/${path.dirname(file).replace(/\([^)]+\)\/?|^\.$/g, '')}`.replace(/(.)\/$/, '$1'))
  .filter((page) => page !== '/[...path]');

/** The pages that none of these screens is of: a new page without a screen is not looked at. */
export function pagesWithout(screens: Screen[]): string[] {
  const shown = screens.map((screen) => screen.path.replace(/[?#].*/, ''));
  return pages.filter((page) => {
    const pattern = new RegExp(`^${page.replace(/\[\w+\]/g, '[\\w-]+')}$`);
    return !shown.some((address) => pattern.test(address));
  });
}
