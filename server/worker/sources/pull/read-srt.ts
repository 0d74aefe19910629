import { Dictionary, FFmpegError, FormatContext, InputFormat } from 'node-av/lib';
import type { PullAddress } from '@/lib/contracts/pull-address';
import { urlHost } from '@/lib/core/url-host';
import { newPacket } from '@/lib/media/frame';
import { pinnedAddresses } from '@/lib/platform/pinned-host';
import { maxMessageBytes } from '../../srt-listener/srt-listener-url';
import { PullError } from './pull-error';
import { type PullAttempt, silenceTimeoutMs } from './pull-reader';

const connectTimeoutMs = 3_000;
const usualLatencyMs = 120;
/** Programs that count microseconds have at least this much, and those that count milliseconds at most. */
const minMicroseconds = 10_000;

/**
 * Calls an SRT listener, and reads its messages as they come. FFmpeg's `data` demuxer hands them over whole.
 * @throws PullError `refused` where the listener answers and does not take the call; else `unreachable` or `ended`
 */
export async function readSrt({ address, rights, signal, onBytes }: PullAttempt): Promise<void> {
  const [pinned] = await pinnedAddresses(address.host, address.port, rights);
  const context = new FormatContext();
  const packet = newPacket();
  const calledMs = performance.now();
  try {
    const options = { raw_packet_size: String(maxMessageBytes), fflags: 'nobuffer' };
    const data = InputFormat.findInputFormat('data');
    const opened = await context.openInput(srtCallerUrl(address, pinned), data, Dictionary.fromObject(options));
    if (opened < 0) {
      // FFmpeg has one code for both; only a listener that answers ends the call before its time.
      const hasAnswered = performance.now() - calledMs < connectTimeoutMs;
      throw new PullError(hasAnswered ? 'refused' : 'unreachable', { cause: new FFmpegError(opened) });
    }
    while (!signal.aborted) {
      if ((await context.readFrame(packet)) < 0) throw new PullError('ended');
      if (packet.data) onBytes(packet.data);
      packet.unref();
    }
  } finally {
    packet.free();
    await context.closeInput();
  }
}

/** The address with which FFmpeg calls. It counts `timeout` and `latency` in microseconds, `connect_timeout` in milliseconds. */
export function srtCallerUrl({ port, query }: PullAddress, pinned: string): string {
  const latency = Number(query.get('latency') ?? usualLatencyMs);
  const options = new URLSearchParams({
    mode: 'caller',
    transtype: 'live',
    latency: String(Math.round(latency >= minMicroseconds ? latency : latency * 1_000) || 0),
    connect_timeout: String(connectTimeoutMs),
    timeout: String(silenceTimeoutMs * 1_000),
  });
  for (const name of ['streamid', 'passphrase', 'pbkeylen']) {
    const value = query.get(name);
    if (value !== null) options.set(name, value);
  }
  // FFmpeg decodes %20, and takes a plus as it is.
  return `srt://${urlHost(pinned)}:${port}?${options.toString().replaceAll('+', '%20')}`;
}
