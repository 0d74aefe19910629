import type { ElementaryStream } from './elementary-stream';
import { type ListedProgram, patPid, readProgramMap, readPrograms, SectionReader } from './program-tables';
import { packetBytes, payloadStart, pidOf, startsUnit } from './ts-packet';

/** A program as its tables tell it. */
export interface ReadProgram {
  pmtPid: number;
  pcrPid: number;
  streams: ElementaryStream[];
}

/** Reads the tables of one program, PAT and PMT, as whole packets. @returns null where they do not tell */
export function readTables(tables: Buffer): ReadProgram | null {
  const readers = new Map<number, SectionReader>();
  let programs: ListedProgram[] = [];
  for (let at = 0; at + packetBytes <= tables.length; at += packetBytes) {
    const packet = tables.subarray(at, at + packetBytes);
    const pid = pidOf(packet);
    const reader = readers.get(pid) ?? new SectionReader();
    readers.set(pid, reader);
    for (const section of reader.addPayload(packet.subarray(payloadStart(packet)), startsUnit(packet), false)) {
      if (pid === patPid) programs = readPrograms(section) ?? programs;
      for (const { number } of programs.filter(({ pmtPid }) => pmtPid === pid)) {
        const map = readProgramMap(section, number, new Map());
        if (map) return { pmtPid: pid, pcrPid: section.readUInt16BE(8) & 0x1fff, streams: map.streams };
      }
    }
  }
  return null;
}
