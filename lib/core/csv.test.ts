import { expect, test } from 'vitest';
import { csvOf } from './csv';

const lines = [
  ['name', 'hours', 'note'],
  ['Bühne; links', 0.5, null],
  ['=SUM(1)', -2, 'one, two'],
];

test.each([
  ['en-US', 'name,hours,note\r\n"Bühne; links",0.5,\r\n\'=SUM(1),-2,"one, two"\r\n'],
  ['ja', 'name,hours,note\r\n"Bühne; links",0.5,\r\n\'=SUM(1),-2,"one, two"\r\n'],
  ['de', 'name;hours;note\r\n"Bühne; links";0,5;\r\n\'=SUM(1);-2;"one, two"\r\n'],
  ['pt-BR', 'name;hours;note\r\n"Bühne; links";0,5;\r\n\'=SUM(1);-2;"one, two"\r\n'],
  ['de-CH', 'name;hours;note\r\n"Bühne; links";0.5;\r\n\'=SUM(1);-2;"one, two"\r\n'],
])('CSV for %s begins with a byte order mark', (language, text) => {
  expect(csvOf(lines, language)).toBe(`\ufeff${text}`);
});
