import type { Page } from '@playwright/test';

/**
 * Translates a page as browsers do, now and whenever it changes. Each text moves, as a new node, into two nested `font`
 * elements.
 */
export const translate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const untranslated = 'script, style, noscript, textarea, title, svg, font, [translate="no"]';
    const wrap = (text: Text) => {
      if (!text.parentElement || text.parentElement.closest(untranslated) || !text.data.trim()) return;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.append(text.data);
      outer.append(inner);
      text.replaceWith(outer);
    };
    const wrapAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
      if (root instanceof Text) texts.push(root);
      for (const text of texts) wrap(text);
    };
    wrapAll(document.body);
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) for (const node of [target, ...addedNodes]) wrapAll(node);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });

/**
 * Whether React has taken over each element of the server's page. It does so part by part, and renders anew what somebody
 * changes earlier.
 */
export const isHydrated = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const foreign = 'script, style, template, next-route-announcer, font';
    return [...document.body.querySelectorAll('*')].every(
      (element) => element.closest(foreign) || Object.keys(element).some((key) => key.startsWith('__react')),
    );
  });

/** How many texts of a page are translated at this moment. */
export const countTranslated = (page: Page): Promise<number> => page.locator('font > font').count();
