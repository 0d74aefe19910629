import type { Page } from '@playwright/test';

/** When things happened on a page, in milliseconds since 1970. */
export interface TallyTimes {
  /** Messages of tally came by /cable. */
  messages: number[];
  /** A changed word of the first tally mark was painted. */
  paints: number[];
}

/** Has a page note when it hears of tally and when it has painted it. Before the page is opened. */
export async function watchTally(page: Page): Promise<() => Promise<TallyTimes>> {
  await page.addInitScript(() => {
    const times: TallyTimes = { messages: [], paints: [] };
    Object.assign(window, { tallyTimes: times });
    const Native = window.WebSocket;
    window.WebSocket = class extends Native {
      constructor(...given: ConstructorParameters<typeof Native>) {
        super(...given);
        this.addEventListener('message', ({ data }) => {
          if (String(data).includes('tally_upsert')) times.messages.push(Date.now());
        });
      }
    };
    let last = '';
    new MutationObserver(() => {
      const word = document.querySelector('[data-testid="tally"]')?.textContent ?? '';
      if (word === last) return;
      last = word;
      requestAnimationFrame(() => setTimeout(() => times.paints.push(Date.now())));
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { tallyTimes: TallyTimes }).tallyTimes);
}
