import { expect, test } from 'vitest';
import { Duplex, tailMs } from './duplex';

type Step = [atMs: number, directorSpeaks: boolean, wantsToSpeak: boolean, open: string];

/** Speaks, plays the director, closes the camera's microphone: a letter each. */
const run = (hasHeadphones: boolean, steps: Step[]): string[] => {
  const duplex = new Duplex();
  return steps.map(([atMs, directorSpeaks, wantsToSpeak]) => {
    const ways = duplex.decide({ directorSpeaks, wantsToSpeak, hasHeadphones }, atMs);
    return `${ways.speaks ? 's' : ''}${ways.playsDirector ? 'p' : ''}${ways.closesCamera ? 'c' : ''}`;
  });
};

test.each<[string, boolean, Step[]]>([
  ['silence leaves the show its microphone', false, [[0, false, false, 'p']]],
  [
    'the director comes first: the person waits until the last word has sounded',
    false,
    [
      [0, true, false, 'pc'],
      [100, true, true, 'pc'],
      [200, false, true, 'pc'],
      [100 + tailMs, false, true, 'sc'],
      [700, false, false, 'p'],
    ],
  ],
  [
    'the person comes first: the director is not played, and follows at once',
    false,
    [
      [0, false, true, 'sc'],
      [100, true, true, 'sc'],
      [200, true, false, 'pc'],
    ],
  ],
  [
    'the show has its microphone back once the last word has sounded',
    false,
    [
      [0, true, false, 'pc'],
      [tailMs - 1, false, false, 'pc'],
      [tailMs, false, false, 'p'],
    ],
  ],
  [
    'headphones open both ways, and the show hears the microphone unless the person speaks to the director',
    true,
    [
      [0, true, false, 'p'],
      [100, true, true, 'spc'],
      [200, true, false, 'p'],
    ],
  ],
])('%s', (_, hasHeadphones, steps) => {
  expect(run(hasHeadphones, steps)).toEqual(steps.map(([, , , open]) => open));
});
