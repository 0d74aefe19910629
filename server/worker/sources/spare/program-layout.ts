import type { FeedChoice } from '@/lib/contracts/worker-protocol';
import type { AudioStream, VideoStream } from '@/lib/media/mpegts/elementary-stream';
import {
  type ListedProgram,
  patPid,
  readProgramMap,
  readPrograms,
  SectionReader,
} from '@/lib/media/mpegts/program-tables';
import { packetBytes, payloadStart, pidOf, startsUnit } from '@/lib/media/mpegts/ts-packet';

/** The PIDs of a program, as far as another one can take their place. */
export interface ProgramLayout {
  pmtPid: number;
  pcrPid: number;
  video: VideoStream | null;
  audio: AudioStream | null;
  /** All of its streams: each PID with its codec. */
  streams: string;
}

/** Reads the tables of one program. @returns null where they do not tell */
export function readLayout(tables: Buffer, { audioTrack }: Pick<FeedChoice, 'audioTrack'>): ProgramLayout | null {
  const readers = new Map<number, SectionReader>();
  let programs: ListedProgram[] = [];
  for (let at = 0; at + packetBytes <= tables.length; at += packetBytes) {
    const packet = tables.subarray(at, at + packetBytes);
    const pid = pidOf(packet);
    const reader = readers.get(pid) ?? new SectionReader();
    readers.set(pid, reader);
    for (const section of reader.addPayload(packet.subarray(payloadStart(packet)), startsUnit(packet), false)) {
      if (pid === patPid) programs = readPrograms(section) ?? programs;
      const layout = programs.find(({ pmtPid }) => pmtPid === pid) && layoutOf(section, pid, programs, audioTrack);
      if (layout) return layout;
    }
  }
  return null;
}

function layoutOf(
  section: Buffer,
  pmtPid: number,
  programs: ListedProgram[],
  audioTrack: number | null,
): ProgramLayout | null {
  for (const { number } of programs) {
    const map = readProgramMap(section, number, new Map());
    if (!map) continue;
    const tracks = map.streams.filter((stream) => stream.kind === 'audio');
    return {
      pmtPid,
      pcrPid: section.readUInt16BE(8) & 0x1fff,
      video: map.streams.find((stream) => stream.kind === 'video') ?? null,
      audio: tracks[(audioTrack ?? 1) - 1] ?? tracks[0] ?? null,
      streams: map.streams.map(({ pid, codec }) => `${pid} ${codec}`).join(', '),
    };
  }
  return null;
}

/** Whether two programs have the same codecs at the same PIDs. */
export const isSameLayout = (one: ProgramLayout, other: ProgramLayout): boolean =>
  one.pmtPid === other.pmtPid &&
  one.pcrPid === other.pcrPid &&
  one.streams === other.streams &&
  one.audio?.pid === other.audio?.pid;

/**
 * The PIDs by which a program takes the place of another one, under that one's tables: players notice nothing.
 * @returns null where its codecs or its clock do not fit them
 */
export function pidsBetween(from: ProgramLayout, to: ProgramLayout): ReadonlyMap<number, number> | null {
  if (!from.video || !to.video || from.video.codec !== to.video.codec) return null;
  if (from.audio && from.audio.codec !== to.audio?.codec) return null;
  if (clockOf(from) !== clockOf(to)) return null;
  const pids = new Map([[from.pcrPid, to.pcrPid]]);
  pids.set(from.video.pid, to.video.pid);
  if (from.audio && to.audio) pids.set(from.audio.pid, to.audio.pid);
  return pids;
}

/** The stream whose packets tell the program's clock. */
function clockOf({ pcrPid, video, audio }: ProgramLayout): 'video' | 'audio' | 'apart' {
  if (pcrPid === video?.pid) return 'video';
  return pcrPid === audio?.pid ? 'audio' : 'apart';
}
