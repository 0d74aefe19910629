import { type BrowserContext, test as base, expect } from '@playwright/test';

interface QuietOptions {
  /** What a test provokes on purpose, such as the browser's own line about a refused request; null: nothing. */
  expectedFaults: RegExp | null;
}

/** What a page of a test may never do unasked: throw, or write an error to its console. */
export const test = base.extend<QuietOptions & { noFaults: undefined }>({
  expectedFaults: [null, { option: true }],
  noFaults: [
    async ({ context, expectedFaults }, use) => {
      const faults = collectFaults(context, expectedFaults);
      await use(undefined);
      expect(faults, 'no error on any page').toEqual([]);
    },
    { auto: true },
  ],
});

/** What the pages of a context do from now on that they may never do, but for what is expected. */
export function collectFaults(context: BrowserContext, expected: RegExp | null): string[] {
  const faults: string[] = [];
  const note = (text: string) => {
    if (!expected?.test(text)) faults.push(text);
  };
  context.on('weberror', (error) => note(String(error.error())));
  context.on('console', (message) => {
    // Without the query, which may carry a token.
    if (message.type() === 'error') note(`${message.text()} (${message.location().url.split('?')[0]})`);
  });
  return faults;
}

/** The browser's own line about an answer that is no success, or that never came. */
export const refusedRequest = /^Failed to load resource: /;

/** The browser's own lines about a server that is away: those of requests and of websockets. */
export const serverAway = /^(Failed to load resource: |WebSocket connection to '[^']+' failed)/;
