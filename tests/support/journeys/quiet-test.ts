import { type BrowserContext, test as base, expect } from '@playwright/test';
import { collectAnswerFaults } from './answer-faults';

interface QuietOptions {
  /** The faults that a test provokes on purpose, such as the browser's log line of a refused request; null for none. */
  expectedFaults: RegExp | null;
  /** The differences from its declaration that a test gives an answer of the API on purpose; null for none. */
  expectedAnswerFaults: RegExp | null;
}

/**
 * A test that fails if one of its pages throws, logs an unexpected error, or gets an API answer that differs from its
 * declaration.
 */
export const test = base.extend<QuietOptions & { noFaults: undefined }>({
  expectedFaults: [null, { option: true }],
  expectedAnswerFaults: [null, { option: true }],
  noFaults: [
    async ({ context, expectedFaults, expectedAnswerFaults }, use) => {
      const faults = collectFaults(context, expectedFaults);
      const answerFaults = collectAnswerFaults(context, expectedAnswerFaults);
      await use(undefined);
      // A page asks again until it is closed, and a handler that then waits for the server fails with it.
      await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
      expect(faults, 'no error on any page').toEqual([]);
      expect(await answerFaults(), 'answers of the API').toEqual([]);
    },
    { auto: true },
  ],
});

/** Collects the unexpected errors that the pages of a context throw or log from now on. */
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

/** The browser's log line of a request that is refused, or never answered. */
export const refusedRequest = /^Failed to load resource: /;

/** The browser's log lines of an unreachable server: of requests and of websockets. */
export const serverAway = /^(Failed to load resource: |WebSocket connection to '[^']+' failed)/;

/** The same, and those of LiveKit's client, which names the room in each. */
export const serverAndLivekitAway = new RegExp(`${serverAway.source}|\\{room: event-`);
