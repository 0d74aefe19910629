import { expect, test } from 'vitest';
import { RtpHeader, RtpPacket } from 'werift';
import { AccessUnitAssembler } from './access-unit-assembler';

const sps = [0x67, 1];
const pps = [0x68, 2];
/** The first bit after the header says whether a slice is the first. */
const idr = [0x65, 0x88, 3, 4, 5, 6];
const secondSlice = [0x61, 0x40, 7];
const stap = [0x18, 0, 2, ...sps, 0, 2, ...pps];
const fragments = [
  [0x7c, 0x85, 0x88, 3],
  [0x7c, 0x05, 4],
  [0x7c, 0x45, 5, 6],
];

type Part = number[] | 'loss' | 'marker';

/** Pushes one access unit a part; `marker` ends it. @returns NAL units in hex, or `lost` */
function assemble(parts: Part[]): string[] {
  const out: string[] = [];
  const assembler = new AccessUnitAssembler({
    onAccessUnit: (nals) => out.push(nals.map((nal) => nal.toString('hex')).join(' ')),
    onLoss: () => out.push('lost'),
  });
  let timestamp = 3_000;
  let followsLoss = false;
  for (const [index, part] of parts.entries()) {
    if (part === 'marker') timestamp += 3_000;
    else if (part === 'loss') followsLoss = true;
    else {
      const header = new RtpHeader({ timestamp, marker: parts[index + 1] === 'marker' });
      assembler.addPackets({ packets: [new RtpPacket(header, Buffer.from(part))], followsLoss });
      followsLoss = false;
    }
  }
  return out;
}

const hex = (nal: number[]) => Buffer.from(nal).toString('hex');
const whole = [sps, pps, idr].map(hex).join(' ');

test.each<[string, Part[], string[]]>([
  ['single units', [sps, pps, idr, 'marker'], [whole]],
  ['an aggregate and fragments', [stap, ...fragments, 'marker'], [whole]],
  ['an empty packet, with which LiveKit fills pauses', [[], idr, 'marker', []], [hex(idr)]],
  [
    'a lost fragment',
    [stap, ...fragments.slice(0, 1), 'loss', ...fragments.slice(2), 'marker', idr, 'marker'],
    ['lost', hex(idr)],
  ],
  ['a lost beginning', ['loss', ...fragments.slice(1), 'marker', idr, 'marker'], ['lost', 'lost', hex(idr)]],
  ['a lost first slice', ['loss', secondSlice, 'marker'], ['lost', 'lost']],
  ['a lost access unit between two', [idr, 'marker', 'loss', idr, 'marker'], [hex(idr), 'lost', hex(idr)]],
  ['an aggregate that is cut short', [[0x18, 0, 9, 1], idr, 'marker'], ['lost']],
  ['a fragment of nothing', [[0x7c, 0x85], 'marker'], ['lost']],
])('an access unit of %s', (_, parts, expected) => {
  expect(assemble(parts)).toEqual(expected);
});

test('an access unit whose end is lost is given up when the next one begins', () => {
  const out: string[] = [];
  const assembler = new AccessUnitAssembler({
    onAccessUnit: (nals) => out.push(nals.map((nal) => nal.toString('hex')).join(' ')),
    onLoss: () => out.push('lost'),
  });
  const push = (timestamp: number, marker: boolean, followsLoss: boolean) =>
    assembler.addPackets({
      packets: [new RtpPacket(new RtpHeader({ timestamp, marker }), Buffer.from(idr))],
      followsLoss,
    });
  push(3_000, false, false);
  push(6_000, true, true);
  expect(out).toEqual(['lost', hex(idr)]);
});
