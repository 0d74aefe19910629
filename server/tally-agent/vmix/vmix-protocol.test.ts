import { describe, expect, test } from 'vitest';
import { readVmixDigits, readVmixInputs, VmixParser, vmixTally } from './vmix-protocol';

const xml = `<vmix><version>27.0.0.49</version><edition>4K</edition><inputs>
<input key="26cae087-b7b6-4d45-98e4-de03ab4feb6b" number="1" type="Video" title="Stage &amp; &quot;Jib&quot;" state="Running" position="0">Stage</input>
<input key="55cbe357-a801-4d54-8ff2-08ee68766fae" number="2" type="Colour" title="Colour" shortTitle="number=&quot;9&quot;" state="Paused" />
<input key="1d9b1bff" number="3" type="SRT" title="B&#252;hne"><overlay index="0" key="x"/>srt://127.0.0.1:20001?streamid=abc</input>
</inputs><active>1</active><preview>2</preview></vmix>`;
const inputs = [
  { number: 1, title: 'Stage & "Jib"' },
  { number: 2, title: 'Colour' },
  { number: 3, title: 'Bühne' },
];

const conversation = Buffer.from(
  `VERSION OK 27.0.0.49\r\nSUBSCRIBE OK TALLY\r\nTALLY OK 120\r\nXML ${Buffer.byteLength(xml) + 2}\r\n${xml}\r\nTALLY OK 0121\r\n`,
);
const messages = [
  { type: 'tally', digits: '120' },
  { type: 'xml', text: `${xml}\r\n` },
  { type: 'tally', digits: '0121' },
];

describe('VmixParser', () => {
  test('reads what vMix says, however it is cut', () => {
    for (const size of [1, 7, 100, conversation.length]) {
      const parser = new VmixParser();
      const read = [];
      for (let at = 0; at < conversation.length; at += size)
        read.push(...parser.push(conversation.subarray(at, at + size)));
      expect(read).toEqual(messages);
    }
  });

  test('reads XML whose length leaves its line break out', () => {
    const said = `XML ${Buffer.byteLength(xml)}\r\n${xml}\r\nTALLY OK 1\r\n`;
    expect(new VmixParser().push(Buffer.from(said))).toEqual([
      { type: 'xml', text: xml },
      { type: 'tally', digits: '1' },
    ]);
  });

  test('gives up whoever does not speak as vMix does', () => {
    expect(() => new VmixParser().push(Buffer.alloc(70_000, 'x'))).toThrow('vMix');
    expect(() => new VmixParser().push(Buffer.from('XML 99999999999\r\n'))).toThrow('XML');
  });
});

test('readVmixInputs finds number, title and element', () => {
  const read = readVmixInputs(xml);
  expect(read).toMatchObject(inputs);
  expect(read[2]?.element).toContain('streamid=abc');
});

test('vmixTally puts digits and names together', () => {
  const tally = vmixTally('0121', readVmixInputs(xml));
  expect(tally.map(({ number, name, program, preview }) => [number, name, program, preview])).toEqual([
    [1, 'Stage & "Jib"', false, false],
    [2, 'Colour', true, false],
    [3, 'Bühne', false, true],
    [4, '', true, false],
  ]);
});

test.each([
  ['', '120'],
  ['<overlays><overlay number="1" /><overlay number="2">3</overlay></overlays>', '121'],
  ['<overlays><overlay number="1" preview="True">3</overlay></overlays>', '120'],
])('readVmixDigits reads program, preview and overlays of XML that ends with %j', (more, digits) => {
  expect(readVmixDigits(xml.replace('</vmix>', `${more}</vmix>`))).toBe(digits);
});
