import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import type { PesPacket } from '@/lib/media/mpegts/pes-assembler';
import { patTable, pmtTable, TransportStream } from './transport-stream';

const pmtPid = 0x1000;
const videoPid = 0x100;
/** The stream type of MPEG-2 video: ISO/IEC 13818-1, table 2-34. */
const mpeg2Type = 0x02;

/**
 * Puts the MPEG-2 access units of a transport stream into fewer PES packets, which no multiplexer of FFmpeg's does.
 * @param counts the number of access units in each packet, repeated in turn
 */
export function packAccessUnits(bytes: Buffer, counts: number[]): Buffer {
  const units: PesPacket[] = [];
  const demuxer = new MpegTsDemuxer({ onProgram: () => undefined, onPesPacket: (unit) => units.push(unit) });
  demuxer.addBytes(bytes);
  demuxer.flush();
  const stream = new TransportStream();
  const packets: Buffer[] = [];
  for (let round = 0; units.length > 0; round++) {
    packets.push(
      ...stream.section(0, patTable([{ number: 1, pmtPid }])),
      ...stream.section(pmtPid, pmtTable([{ pid: videoPid, type: mpeg2Type }])),
    );
    const packed = units.splice(0, counts[round % counts.length]);
    const data = Buffer.concat(packed.map((unit) => unit.data));
    const { pts = 0, dts } = packed[0] ?? {};
    packets.push(...stream.pes(videoPid, data, { pts, dts }));
  }
  return Buffer.concat(packets);
}
