import { describe, expect, test } from 'vitest';
import { patTable, pmtTable, TransportStream } from '@/tests/support/camera/transport-stream';
import { aac, audioPid, h264, videoPid, watch } from '@/tests/support/camera/watched-demuxer';
import { ProgramDirectory } from './program-directory';

const radio = { number: 1, pmtPid: 0x1000 };
const television = { number: 2, pmtPid: 0x1001 };
const radioMap = pmtTable([aac], { programNumber: 1 });
const televisionMap = pmtTable(
  [
    { ...h264, pid: 0x200 },
    { ...aac, pid: 0x201 },
  ],
  { programNumber: 2 },
);

function open(...programs: { number: number; pmtPid: number }[]) {
  const clock = { nowMs: 0 };
  const directory = new ProgramDirectory(() => clock.nowMs);
  directory.readAssociation(patTable(programs));
  return { clock, directory };
}

describe('the program that is taken', () => {
  test('is the first with video, and waits for the maps of all', () => {
    const { directory } = open(radio, television);
    directory.readMap(radio.pmtPid, radioMap);
    expect(directory.taken).toBeNull();
    directory.readMap(television.pmtPid, televisionMap);
    expect(directory.taken?.number).toBe(2);
  });

  test('does not wait forever for a missing map', () => {
    const { directory, clock } = open(radio, television);
    directory.readMap(radio.pmtPid, radioMap);
    clock.nowMs = 1_000;
    expect(directory.taken?.number).toBe(1);
  });

  test('is the chosen one while it is there', () => {
    const { directory } = open(radio, television);
    directory.readMap(radio.pmtPid, radioMap);
    directory.readMap(television.pmtPid, televisionMap);
    directory.choose(1);
    expect(directory.taken?.number).toBe(1);
    directory.readAssociation(patTable([television]));
    expect(directory.taken?.number).toBe(2);
    directory.choose(null);
    expect(directory.taken?.number).toBe(2);
  });

  test('may have a video that cannot be decoded, which it reports', () => {
    const { directory } = open(radio, television);
    directory.readMap(radio.pmtPid, radioMap);
    directory.readMap(television.pmtPid, pmtTable([{ pid: 0x200, type: 0x33 }], { programNumber: 2 }));
    expect(directory.taken?.map.unsupported).toEqual([
      { pid: 0x200, kind: 'unsupported', media: 'video', name: 'VVC' },
    ]);
  });
});

test('maps of several programs may share a PID', () => {
  const shared = { ...television, pmtPid: radio.pmtPid };
  const { directory } = open(radio, shared);
  directory.readMap(radio.pmtPid, radioMap);
  directory.readMap(radio.pmtPid, televisionMap);
  expect(directory.programs.map(({ number }) => number)).toEqual([1, 2]);
});

test('audio has its language', () => {
  const language = Buffer.concat([Buffer.from([0x0a, 4]), Buffer.from('eng'), Buffer.from([0])]);
  const { directory } = open(radio);
  directory.readMap(radio.pmtPid, pmtTable([{ ...aac, descriptors: language }]));
  expect(directory.taken?.map.streams).toEqual([{ pid: audioPid, kind: 'audio', codec: 'aac', language: 'eng' }]);
});

test('a demultiplexer follows the chosen program, and returns to the first with video', () => {
  const stream = new TransportStream();
  const { demuxer, clock, push, programs } = watch();
  const sendTables = () =>
    push(
      ...stream.section(0, patTable([radio, television])),
      ...stream.section(radio.pmtPid, radioMap),
      ...stream.section(television.pmtPid, televisionMap),
    );
  sendTables();
  demuxer.chooseProgram(1);
  clock.nowMs = 60_000;
  demuxer.chooseProgram(null);
  sendTables();
  expect(programs.map((streams) => streams.map(({ pid }) => pid))).toEqual([
    [0x200, 0x201],
    [audioPid],
    [0x200, 0x201],
  ]);
});

test('a stream that no table names is followed once its packets identify it', () => {
  const stream = new TransportStream();
  const { push, programs, units } = watch();
  const sendTables = () =>
    push(
      ...stream.section(0, patTable([radio])),
      ...stream.section(radio.pmtPid, pmtTable([{ pid: videoPid, type: 0x80 }])),
    );
  const sps = Buffer.from([0, 0, 0, 1, 0x67, 0x42, 0xc0, 0x0d, 0xff]);
  sendTables();
  push(...stream.pes(videoPid, sps, { pts: 0 }));
  sendTables();
  push(...stream.pes(videoPid, sps, { pts: 3_000, isBounded: true }));
  expect(programs).toEqual([[{ pid: videoPid, kind: 'video', codec: 'h264' }]]);
  expect(units).toHaveLength(1);
});
