import { parentPort } from 'node:worker_threads';
import { Dictionary, FormatContext, InputFormat } from 'node-av/lib';
import { newPacket } from '@/lib/media/frame';
import { maxMessageBytes } from '../../srt-listener/srt-listener-url';

/*
 * The program of the thread that waits for the camera; see srt-source.ts. FFmpeg's `data` demuxer reads SRT (libsrt)
 * and hands over each message as it comes. Waiting cannot be interrupted, because libsrt's accept ignores it.
 */

/** The thread's messages to the worker. */
export type SrtReaderMessage = 'connected' | Uint8Array | 'lost' | { errorCode: number };

const post = (message: SrtReaderMessage) => parentPort?.postMessage(message);

/** Waits for one camera and reads its stream. @returns FFmpeg's error code; 0 once the camera is gone */
async function readCamera(url: string): Promise<number> {
  const context = new FormatContext();
  const packet = newPacket();
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

parentPort?.once('message', async (url: string | null) => {
  while (url !== null) {
    const errorCode = await readCamera(url);
    if (errorCode < 0) return post({ errorCode });
  }
});
