import { expect, test } from 'vitest';
import { csvResponse } from './csv-response';

test.each([
  [null, 'en'],
  ['*', 'en'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de-AT'],
  ['en;q=0.5, de', 'de'],
  ['de;q=0, fr', 'fr'],
  ['x, de-1, -', 'en'],
  ['de-a-b-c, fr', 'fr'],
])('Accept-Language %j asks for CSV in %s', async (header, language) => {
  const request = new Request('http://sightline.test', {
    headers: header === null ? {} : { 'accept-language': header },
  });
  const answer = csvResponse(request, 'report.csv', (asked) => asked);
  expect([await answer.text(), answer.headers.get('vary')]).toEqual([language, 'accept-language']);
});
