import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import type { PesPacket } from '@/lib/media/mpegts/pes-assembler';
import { patTable, pmtTable, type TableStream, TransportStream } from './transport-stream';

const pmtPid = 0x1000;
/** The usual interval of encoders' tables. */
const packetsPerTables = 10;

/** Multiplexes the PES packets of a transport stream again, as they come; FFmpeg's multiplexers would parse them. */
export class Remuxer {
  readonly #streams: TableStream[];
  readonly #change: (packet: PesPacket) => Buffer;
  readonly #demuxer = new MpegTsDemuxer({
    onProgram: () => undefined,
    onPesPacket: (packet) => this.#add(packet),
  });
  readonly #output = new TransportStream();
  #packets: Buffer[] = [];
  #count = 0;

  /**
   * @param streams of the stream, with their types (ISO/IEC 13818-1, table 2-34)
   * @param change of the data of a PES packet
   */
  constructor(streams: TableStream[], change: (packet: PesPacket) => Buffer) {
    this.#streams = streams;
    this.#change = change;
  }

  /** @returns what is whole by these bytes */
  push(bytes: Buffer): Buffer {
    this.#demuxer.addBytes(bytes);
    return this.#take();
  }

  /** @returns the rest */
  flush(): Buffer {
    this.#demuxer.flush();
    return this.#take();
  }

  #add(packet: PesPacket): void {
    if (this.#count++ % packetsPerTables === 0) {
      this.#packets.push(
        ...this.#output.section(0, patTable([{ number: 1, pmtPid }])),
        ...this.#output.section(pmtPid, pmtTable(this.#streams)),
      );
    }
    const { pid, pts, dts } = packet;
    this.#packets.push(...this.#output.pes(pid, this.#change(packet), { pts, dts }));
  }

  #take(): Buffer {
    return Buffer.concat(this.#packets.splice(0));
  }
}

/** Multiplexes a whole transport stream again. */
export function remux(bytes: Buffer, streams: TableStream[], change: (packet: PesPacket) => Buffer): Buffer {
  const remuxer = new Remuxer(streams, change);
  return Buffer.concat([remuxer.push(bytes), remuxer.flush()]);
}
