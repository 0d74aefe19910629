import type { ShownState } from './shown-state';

/** Whether a camera's picture arrives, good or bad. */
export const isLive = ({ tone }: ShownState): boolean => tone === 'live' || tone === 'degraded';

const kinds: [words: string, test: (state: ShownState) => boolean][] = [
  ['live', isLive],
  ['waiting', ({ tone }) => tone === 'pending'],
  ['lost', ({ word }) => word === 'Camera lost'],
  ['without a picture', ({ word }) => word === 'No picture'],
  ['failed', ({ word }) => word === 'Failed'],
  ['off', ({ tone }) => tone === 'off'],
  ['unknown', ({ tone }) => tone === 'unknown'],
];

/** How an event's cameras are, such as "3 live, 1 waiting, 1 lost". Empty without cameras. */
export const countsSentence = (states: readonly ShownState[]): string =>
  kinds
    .map(([words, test]) => [states.filter(test).length, words] as const)
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(', ');
