import { expect } from 'vitest';
import type { ElementaryStream } from '@/lib/media/mpegts/elementary-stream';
import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import type { PesPacket } from '@/lib/media/mpegts/pes-assembler';
import { patTable, pmtTable, type TableStream, TransportStream } from './transport-stream';

export const pmtPid = 0x1000;
export const videoPid = 0x100;
export const audioPid = 0x101;
export const h264: TableStream = { pid: videoPid, type: 0x1b };
export const aac: TableStream = { pid: audioPid, type: 0x0f };

/** The flags of a PES packet without loss. */
export const whole = { isCorrupt: false, followsGap: false, receivedMs: expect.any(Number) };

/** A demultiplexer and its output so far. */
export function watch() {
  const programs: ElementaryStream[][] = [];
  const units: PesPacket[] = [];
  const clock = { nowMs: 0 };
  const demuxer = new MpegTsDemuxer(
    {
      onProgram: (streams) => programs.push(streams),
      onPesPacket: (unit) => units.push(unit),
    },
    () => clock.nowMs,
  );
  return { demuxer, clock, programs, units, push: (...packets: Buffer[]) => demuxer.addBytes(Buffer.concat(packets)) };
}

/** The same, after the tables of a program of H.264 and AAC. */
export function watchProgram() {
  const stream = new TransportStream();
  const watched = watch();
  watched.push(
    ...stream.section(0, patTable([{ number: 1, pmtPid }])),
    ...stream.section(pmtPid, pmtTable([h264, aac])),
  );
  return { stream, ...watched };
}

/** Bytes that identify their position and never equal the sync byte. */
export const payload = (seed: number, length: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, index) => ((seed * 31 + index * 7) % 191) | 0x80));

/** PES packets that end in a stuffed packet, until this is taken for their end. */
export function gainTrust({ stream, push }: ReturnType<typeof watchProgram>): void {
  for (let count = 0; count < 5; count++) push(...stream.pes(videoPid, payload(count, 300), { pts: count * 3000 }));
}
