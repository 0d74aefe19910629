import { Dictionary, FFmpegError, FormatContext, InputFormat, Packet } from 'node-av/lib';

/** The largest payload of an SRT packet in live mode (SRT_LIVE_MAX_PLSIZE); 1316 is the usual one. */
const maxMessageBytes = 1456;

export interface SrtInputOptions {
  host: string;
  port: number;
  latencyMs: number;
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
export async function receiveCamera({ host, port, latencyMs, onConnected, onMessage }: SrtInputOptions): Promise<void> {
  const context = new FormatContext();
  const packet = new Packet();
  packet.alloc();
  try {
    const url = `srt://${host}:${port}?${new URLSearchParams({
      mode: 'listener',
      transtype: 'live',
      latency: String(latencyMs * 1000),
      payload_size: String(maxMessageBytes),
    })}`;
    const opened = await context.openInput(
      url,
      InputFormat.findInputFormat('data'),
      Dictionary.fromObject({ raw_packet_size: String(maxMessageBytes), fflags: 'nobuffer' }),
    );
    FFmpegError.throwIfError(opened, `listen for SRT on ${host}:${port}`);
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
