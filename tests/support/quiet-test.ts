import { test as base, expect } from '@playwright/test';

interface QuietOptions {
  /** What a test provokes on purpose, such as the browser's own line about a refused request; null: nothing. */
  expectedFaults: RegExp | null;
}

/** What a page of a test may never do unasked: throw, or write an error to its console. */
export const test = base.extend<QuietOptions & { noFaults: undefined }>({
  expectedFaults: [null, { option: true }],
  noFaults: [
    async ({ context, expectedFaults }, use) => {
      const faults: string[] = [];
      const note = (text: string) => {
        if (!expectedFaults?.test(text)) faults.push(text);
      };
      context.on('weberror', (error) => note(String(error.error())));
      context.on('console', (message) => {
        // Without the query, which may carry a token.
        if (message.type() === 'error') note(`${message.text()} (${message.location().url.split('?')[0]})`);
      });
      await use(undefined);
      expect(faults, 'no error on any page').toEqual([]);
    },
    { auto: true },
  ],
});

/** The browser's own line about an answer that is no success, or that never came. */
export const refusedRequest = /^Failed to load resource: /;
