import { parentPort } from 'node:worker_threads';
import { Dictionary, FormatContext, InputFormat, Packet } from 'node-av/lib';
import { maxMessageBytes } from './srt-listener-url';

/*
 * The program of the thread that waits for the camera; see srt-input.ts. FFmpeg's SRT (libsrt) is read by its `data`
 * demuxer, which gives each message away as it comes. Waiting cannot be interrupted (libsrt's accept ignores it).
 */

/** A camera has connected; one SRT message, as sent; the camera is gone; the address cannot be listened on. */
export type SrtReaderMessage = 'connected' | Uint8Array | 'lost' | { errorCode: number };

const post = (message: SrtReaderMessage) => parentPort?.postMessage(message);

/** Waits for one camera, and reads what it sends. @returns FFmpeg's error code; 0 once the camera is gone */
async function readCamera(url: string): Promise<number> {
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
    post('connected');
    // Any error means that the camera is gone: libsrt knows no other end.
    while (context.readFrameSync(packet) >= 0) {
      const { data } = packet; // each time a copy
      if (data) post(data);
      packet.unref();
    }
    post('lost');
    return 0;
  } finally {
    packet.free();
    await context.closeInput();
  }
}

parentPort?.once('message', async (url: string) => {
  for (;;) {
    const errorCode = await readCamera(url);
    if (errorCode < 0) return post({ errorCode });
  }
});
