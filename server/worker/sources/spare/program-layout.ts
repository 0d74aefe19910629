import type { FeedChoice } from '@/lib/contracts/worker-protocol';
import type { AudioStream, VideoStream } from '@/lib/media/mpegts/elementary-stream';
import { readTables } from '@/lib/media/mpegts/read-tables';

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
  const program = readTables(tables);
  if (!program) return null;
  const { pmtPid, pcrPid, streams } = program;
  const tracks = streams.filter((stream) => stream.kind === 'audio');
  return {
    pmtPid,
    pcrPid,
    video: streams.find((stream) => stream.kind === 'video') ?? null,
    audio: tracks[(audioTrack ?? 1) - 1] ?? tracks[0] ?? null,
    streams: streams.map(({ pid, codec }) => `${pid} ${codec}`).join(', '),
  };
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
