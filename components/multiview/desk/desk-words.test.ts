import { expect, test } from 'vitest';
import { deskWords } from './desk-words';

const vMix = (is_live: boolean) => ({ name: 'vMix', is_live });

test.each([
  ['nobody has it, and there is no switcher', null, [], 'Balcony', null],
  ['a switcher has it', 'switcher', [vMix(true)], 'Balcony', 'vMix has the program.'],
  [
    'one of two switchers has it',
    'switcher',
    [{ name: 'OBS', is_live: false }, vMix(true)],
    null,
    'vMix has the program.',
  ],
  ['it is cut here, without a switcher', 'sightline', [], 'Balcony', null],
  ['it is cut here, beside a switcher', 'sightline', [vMix(true)], 'Balcony', 'Cut here. vMix does not count.'],
  ['the switcher is gone', null, [vMix(false)], 'Balcony', 'vMix is not heard. The program stays on Balcony.'],
  ['the switcher was never there', null, [vMix(false)], null, 'vMix is not heard. Nothing is on air.'],
] as const)('%s', (_, held_by, switchers, onAir, words) => {
  expect(
    deskWords({ held_by, switchers: [...switchers], on_air: null, next: null, rule: null, stand_in: null }, onAir),
  ).toBe(words);
});
