import { parentPort } from 'node:worker_threads';
import { Dictionary, FormatContext, InputFormat, Packet } from 'node-av/lib';
import { RateLimit } from '../../control/rate-limit';
import { maxMessageBytes } from '../../srt-listener/srt-listener-url';

/*
 * The program of the thread that waits for the camera; see srt-source.ts. FFmpeg's `data` demuxer reads SRT (libsrt)
 * and hands over each message as it comes. Waiting cannot be interrupted, because libsrt's accept ignores it.
 */

/**
 * The thread's messages to the worker. `excessKbps` says that the camera exceeds its bitrate limit, so that its
 * messages are dropped; null, that it no longer does.
 */
export type SrtReaderMessage =
  | 'connected'
  | Uint8Array
  | 'lost'
  | { excessKbps: number | null }
  | { errorCode: number };

export interface SrtReaderTask {
  url: string;
  maxBitrateKbps: number;
}

const bytesPerKilobit = 125;

const post = (message: SrtReaderMessage) => parentPort?.postMessage(message);

/** Waits for one camera and reads its stream. @returns FFmpeg's error code; 0 once the camera is gone */
async function readCamera({ url, maxBitrateKbps }: SrtReaderTask): Promise<number> {
  const context = new FormatContext();
  const packet = new Packet();
  packet.alloc();
  try {
    const opened = await context.openInput(
      url,
      InputFormat.findInputFormat('data'),
      Dictionary.fromObject({ raw_packet_size: String(maxMessageBytes), fflags: 'nobuffer' }),
    );
    if (opened < 0) return opened;
    const bitrate = new RateLimit(maxBitrateKbps * bytesPerKilobit);
    let isBeyond = false;
    post('connected');
    // Any error means that the camera is gone: libsrt knows no other end.
    while (context.readFrameSync(packet) >= 0) {
      const wasBeyond: boolean = isBeyond;
      isBeyond = bitrate.add(packet.size);
      if (isBeyond !== wasBeyond) {
        post(isBeyond ? 'lost' : 'connected');
        post({ excessKbps: isBeyond ? Math.round(bitrate.perSecond / bytesPerKilobit) : null });
      }
      const data = isBeyond ? null : packet.data; // each time a copy
      if (data) post(data);
      packet.unref();
    }
    if (isBeyond) post({ excessKbps: null });
    else post('lost');
    return 0;
  } finally {
    packet.free();
    await context.closeInput();
  }
}

parentPort?.once('message', async (task: SrtReaderTask) => {
  for (;;) {
    const errorCode = await readCamera(task);
    if (errorCode < 0) return post({ errorCode });
  }
});
