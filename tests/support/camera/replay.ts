import { setTimeout as sleep } from 'node:timers/promises';
import { ffmpeg } from './ffmpeg';

const stepMs = 20;

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
  const send = async (bytes: Buffer, seconds: number) => {
    const startMs = performance.now();
    for (let sent = 0; sent < bytes.length && !stopped.signal.aborted; ) {
      const due = Math.min(bytes.length, Math.floor((bytes.length * (performance.now() - startMs)) / (seconds * 1000)));
      sender.child.stdin?.write(bytes.subarray(sent, due));
      sent = due;
      await sleep(stepMs);
    }
  };
  const run = async () => {
    for (const { bytes, seconds } of streams) await send(bytes, seconds);
  };
  const ran = run();
  return {
    async stop() {
      stopped.abort();
      await ran;
      sender.child.kill('SIGKILL');
      await sender.ended;
    },
  };
}
