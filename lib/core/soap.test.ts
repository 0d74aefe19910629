import { expect, test } from 'vitest';
import { readXml } from './soap';

const answer = `<?xml version="1.0"?><!-- by <a> camera --><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope">
<s:Body><tptz:GetPresetsResponse><tptz:Preset token="1"><tt:Name>Pulpit &amp; choir</tt:Name></tptz:Preset>
<tptz:Preset token='2'/></tptz:GetPresetsResponse></s:Body></s:Envelope>`;

test('elements are found by their local names', () => {
  const presets = readXml(answer)?.all('Preset') ?? [];
  expect(presets.map(({ attributes }) => attributes.get('token'))).toEqual(['1', '2']);
  expect(readXml(answer)?.find('Body', 'Preset', 'Name')?.text).toBe('Pulpit & choir');
  expect(readXml(answer)?.find('Body', 'Status')).toBeUndefined();
});

test.each([
  ['an answer that is cut off', answer.slice(0, -20)],
  ['a document type', `<!DOCTYPE a [<!ENTITY b "c">]>${answer}`],
  ['elements that end in another order', '<a><b></a></b>'],
  ['no XML', 'Unauthorized'],
  ['elements without end in each other', '<a>'.repeat(10_000)],
  ['an endless comment', '<!--'.repeat(10_000)],
  ['an endless element', `<a ${'b'.repeat(100_000)}>`],
])('%s is refused', (_, text) => {
  expect(readXml(text)).toBeNull();
});
