import { describe, expect, test } from 'vitest';
import { splitAnnexB } from './annex-b';

const hex = (text: string) => Buffer.from(text, 'hex');

describe('splitAnnexB', () => {
  test.each<[string, string, string[]]>([
    ['start codes of three and of four bytes', '00000001670100000168020000016503', ['6701', '6802', '6503']],
    ['zeros behind a unit', '00000165010200000000000141030000', ['650102', '4103']],
    ['what comes before the first start code', 'ffff000001650102', ['650102']],
    ['nothing between two start codes', '0000010000016501', ['6501']],
    ['a start code at the end', '0000016501000001', ['6501']],
    ['emulation prevention, which it leaves alone', '000001650000030100000341', ['650000030100000341']],
    ['no start code', '650102', []],
    ['nothing', '', []],
  ])('%s', (_, stream, nals) => {
    expect(splitAnnexB(hex(stream)).map((nal) => nal.toString('hex'))).toEqual(nals);
  });

  test('copies nothing', () => {
    const stream = hex('0000016501');
    expect(splitAnnexB(stream)[0]?.buffer).toBe(stream.buffer);
  });
});
