import { MpegTsDemuxer } from '@/server/worker/mpegts/mpegts-demuxer';
import type { PesPacket } from '@/server/worker/mpegts/pes-assembler';
import { patTable, pmtTable, type TableStream, TransportStream } from './transport-stream';

const pmtPid = 0x1000;
/** The usual interval of encoders' tables. */
const packetsPerTables = 10;

/**
 * Multiplexes the PES packets of a transport stream again; FFmpeg's multiplexers would parse them.
 * @param streams of the stream, with their types (ISO/IEC 13818-1, table 2-34)
 * @param change of the data of a PES packet
 */
export function remux(bytes: Buffer, streams: TableStream[], change: (packet: PesPacket) => Buffer): Buffer {
  const pesPackets: PesPacket[] = [];
  const demuxer = new MpegTsDemuxer({ onProgram: () => undefined, onPesPacket: (packet) => pesPackets.push(packet) });
  demuxer.push(bytes);
  demuxer.flush();
  const stream = new TransportStream();
  return Buffer.concat(
    pesPackets.flatMap((packet, index) => {
      const { pid, pts, dts } = packet;
      const data = stream.pes(pid, change(packet), { pts, dts });
      if (index % packetsPerTables !== 0) return data;
      return [
        ...stream.section(0, patTable([{ number: 1, pmtPid }])),
        ...stream.section(pmtPid, pmtTable(streams)),
        ...data,
      ];
    }),
  );
}
