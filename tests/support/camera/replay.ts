import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { ffmpeg } from './ffmpeg';

const stepMs = 20;
const endTimeoutMs = 2_000;

export interface Replay {
  /** Ends the connection. */
  stop(): Promise<void>;
}

/** Sends a transport stream unchanged, in pieces, over `seconds`; then the connection stays open and silent. */
export const startReplay = (address: string, bytes: Buffer, seconds: number): Replay =>
  startReplays(address, [{ bytes, seconds }]);

/** Sends one transport stream after the other, each over its seconds, in one connection. */
export function startReplays(address: string, streams: { bytes: Buffer; seconds: number }[]): Replay {
  const stopped = new AbortController();
  const sender = ffmpeg(
    [
      ...['-fflags', '+nobuffer', '-f', 'data', '-raw_packet_size', '1316', '-i', 'pipe:0', '-map', '0', '-c', 'copy'],
      ...['-f', 'data', '-flush_packets', '1', `${address}&latency=120000&pkt_size=1316`],
    ],
    { hasInput: true },
  );
  const run = async () => {
    for (const { bytes, seconds } of streams) await writeOver(sender.child.stdin, bytes, seconds, stopped.signal);
  };
  const ran = run();
  return {
    async stop() {
      stopped.abort();
      await ran;
      // At the end of its input it says goodbye: the other side is ready for the next one at once.
      sender.child.stdin?.end();
      const timer = setTimeout(() => sender.child.kill('SIGKILL'), endTimeoutMs);
      await sender.ended;
      clearTimeout(timer);
    },
  };
}

/**
 * Writes bytes evenly over so many seconds, or until `signal`.
 * @param pieceBytes each write is of whole pieces of this size, but for the last of all
 */
export async function writeOver(
  input: Writable | null,
  bytes: Buffer,
  seconds: number,
  signal: AbortSignal,
  pieceBytes = 1,
): Promise<void> {
  const startMs = performance.now();
  for (let sent = 0; sent < bytes.length && !signal.aborted; ) {
    const share = (performance.now() - startMs) / (seconds * 1000);
    const due = Math.floor((bytes.length * share) / pieceBytes) * pieceBytes;
    if (due > sent) input?.write(bytes.subarray(sent, due));
    sent = Math.max(sent, due);
    await sleep(stepMs);
  }
}
