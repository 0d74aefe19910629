import { Dictionary, FFmpegError, FormatContext, InputFormat, Packet } from 'node-av/lib';
import { maxMessageBytes, type SrtListenerOptions, srtListenerUrl } from './srt-listener-url';

export interface SrtInputOptions extends SrtListenerOptions {
  /** A camera has connected. */
  onConnected(): void;
  /** One SRT message, as sent. */
  onMessage(message: Buffer): void;
}

/**
 * Listens for one camera and hands out what it sends, until it goes away. FFmpeg's SRT (libsrt) is read by its `data`
 * demuxer, which gives each message away as it comes. Waiting cannot be interrupted (libsrt's accept ignores it).
 * @returns when the camera is gone
 * @throws Error when the address cannot be listened on
 */
export async function receiveCamera({ onConnected, onMessage, ...listener }: SrtInputOptions): Promise<void> {
  const context = new FormatContext();
  const packet = new Packet();
  packet.alloc();
  try {
    const opened = await context.openInput(
      srtListenerUrl(listener),
      InputFormat.findInputFormat('data'),
      Dictionary.fromObject({ raw_packet_size: String(maxMessageBytes), fflags: 'nobuffer' }),
    );
    FFmpegError.throwIfError(opened, `listen for SRT on ${listener.host}:${listener.port}`);
    onConnected();
    // Any error means that the camera is gone: libsrt knows no other end.
    while ((await context.readFrame(packet)) >= 0) {
      if (packet.data) onMessage(Buffer.from(packet.data));
      packet.unref();
    }
  } finally {
    packet.free();
    await context.closeInput();
  }
}
