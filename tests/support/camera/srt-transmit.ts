import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Replay } from './replay';

const stepMs = 20;

/**
 * Sends a transport stream over so many seconds by libsrt's own srt-live-transmit, which sets what ffmpeg cannot, such as
 * packet filters, and keeps the size of its messages.
 */
export function startSrtTransmit(address: string, bytes: Buffer, seconds: number, messageBytes = 1316): Replay {
  const child = spawn('srt-live-transmit', ['-q', `-chunk:${messageBytes}`, 'file://con', address], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const stopped = new AbortController();
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
  // An ended process accepts no more input.
  child.stdin.on('error', () => undefined);
  const run = async () => {
    const startMs = performance.now();
    for (let sent = 0; sent < bytes.length && !stopped.signal.aborted; ) {
      const share = (performance.now() - startMs) / (seconds * 1000);
      const due = Math.floor((bytes.length * share) / messageBytes) * messageBytes;
      if (due > sent) child.stdin.write(bytes.subarray(sent, due));
      sent = Math.max(sent, due);
      await sleep(stepMs);
    }
  };
  const ran = run();
  return {
    async stop() {
      stopped.abort();
      await ran;
      child.kill('SIGKILL');
      await ended;
    },
  };
}
