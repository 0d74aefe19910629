import { parentPort } from 'node:worker_threads';
import { Dictionary, FFmpegError, FormatContext, InputFormat, Packet } from 'node-av/lib';
import { maxMessageBytes } from './srt-listener-url';

/*
 * The program of the thread that waits for the camera; see srt-input.ts. FFmpeg's SRT (libsrt) is read by its `data`
 * demuxer, which gives each message away as it comes. Waiting cannot be interrupted (libsrt's accept ignores it).
 */

/** What it says: a camera has connected; one SRT message, as sent; the camera is gone. */
export type SrtReaderMessage = 'connected' | Uint8Array | 'lost';

const say = (message: SrtReaderMessage) => parentPort?.postMessage(message);

async function readCamera(url: string): Promise<void> {
  const context = new FormatContext();
  const packet = new Packet();
  packet.alloc();
  try {
    const opened = await context.openInput(
      url,
      InputFormat.findInputFormat('data'),
      Dictionary.fromObject({ raw_packet_size: String(maxMessageBytes), fflags: 'nobuffer' }),
    );
    FFmpegError.throwIfError(opened, 'listen for SRT');
    say('connected');
    // Any error means that the camera is gone: libsrt knows no other end.
    while (context.readFrameSync(packet) >= 0) {
      const { data } = packet; // each time a copy
      if (data) say(data);
      packet.unref();
    }
    say('lost');
  } finally {
    packet.free();
    await context.closeInput();
  }
}

parentPort?.once('message', async (url: string) => {
  for (;;) await readCamera(url);
});
