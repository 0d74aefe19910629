import { expect, test } from 'vitest';
import { AtemTally } from './atem-tally';

const initComplete = command('InCm', '01000000');

test('an ATEM’s inputs are known once it has said all of itself, and with each cut', () => {
  const atem = new AtemTally();
  expect(atem.read(Buffer.concat([command('_ver', '0002001e'), input(1, 'Stage', 0)]))).toBe(null);
  // Bars (1000) and the second media player’s key (3021) are no cameras.
  const rest = [input(2, 'Jib', 0), input(1000, 'Color Bars', 2), input(3021, 'Media Player 2 Key', 5)];
  expect(atem.read(Buffer.concat([...rest, tally('0001 01', '0002 02', '03e8 00')]))).toBe(null);
  const stage = { number: 1, name: 'Stage', program: true, preview: false };
  const jib = { number: 2, name: 'Jib', program: false, preview: true };
  expect(atem.read(initComplete)).toEqual([stage, jib]);

  expect(atem.read(command('Time', '0a1b2c0d00000000'))).toBe(null);
  const both = { program: true, preview: true };
  const cut = atem.read(tally('0001 00', '0002 03'));
  expect(cut).toEqual([Object.assign({}, stage, { program: false }), Object.assign({}, jib, both)]);
  expect(atem.read(input(1, 'Piano', 0))?.[0]?.name).toBe('Piano');
});

test.each([
  ['a command that is shorter than its header', '0004 0000 54 6c 53 72'],
  ['a command that is longer than its packet', '0010 0000 54 6c 53 72 0000 0000'],
  ['a header that is cut', '000c 00'],
  ['a tally that is cut', '000c 0000 54 6c 53 72 0002 0001'],
])('%s is nothing that an ATEM sends', (_what, bytes) => {
  expect(() => new AtemTally().read(Buffer.from(bytes.replace(/ /g, ''), 'hex'))).toThrow();
});

function command(name: string, hexBody: string): Buffer {
  const body = Buffer.from(hexBody.replace(/ /g, ''), 'hex');
  const header = Buffer.alloc(8);
  header.writeUInt16BE(8 + body.length);
  header.write(name, 4, 'latin1');
  return Buffer.concat([header, body]);
}

/** Count, and for each source its number and 1 for program, 2 for preview; padded to whole words. */
function tally(...sources: string[]): Buffer {
  const text = `${sources.length.toString(16).padStart(4, '0')}${sources.join('')}`.replace(/ /g, '');
  return command('TlSr', text.padEnd(Math.ceil(text.length / 8) * 8, '0'));
}

/** Number, name of 20 bytes, short name of 4, ports, and at byte 32 what the source is: 0 for a socket. */
function input(number: number, name: string, kind: number): Buffer {
  const body = Buffer.alloc(36);
  body.writeUInt16BE(number, 0);
  body.write(name, 2, 20);
  body.write(name, 22, 4);
  body.writeUInt8(kind, 32);
  return command('InPr', body.toString('hex'));
}
