import { expect, test } from 'vitest';
import { deskWords } from './talkback-panel';

const quiet = {
  microphone: 'open',
  isConnected: true,
  hasPhones: true,
  speakers: [] as string[],
  heard: null as string[] | null,
  isHeld: false,
  absent: null as string | null,
} as const;

test.each<[Partial<Parameters<typeof deskWords>[0]>, string]>([
  [{}, ''],
  [{ isConnected: false }, 'Connecting…'],
  [{ hasPhones: false }, 'No phone is in the talkback yet.'],
  [{ absent: 'Balcony' }, 'The phone of Balcony is not in the talkback. Its camera page must be open.'],
  [{ isHeld: true }, 'Talking to all phones'],
  [{ isHeld: true, heard: ['Balcony', 'Stage'] }, 'Talking to Balcony and Stage'],
  [{ speakers: ['Balcony'] }, 'Balcony speaks'],
  [{ speakers: ['Balcony', 'Stage'], isHeld: true, heard: ['Pit'] }, 'Talking to Pit · Balcony and Stage speak'],
  [
    { microphone: 'denied', speakers: ['Balcony'] },
    'This browser blocks the microphone. Allow it for this site, then open Talkback again.',
  ],
  [{ microphone: 'missing' }, 'No microphone found. Connect one, then open Talkback again.'],
])('%o: %s', (changes, words) => {
  expect(deskWords(Object.assign({}, quiet, changes))).toBe(words);
});
