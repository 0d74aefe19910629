import { spawn } from 'node:child_process';
import { type Replay, writeOver } from './replay';

/**
 * Sends a transport stream over so many seconds by libsrt's own srt-live-transmit. Unlike ffmpeg, it can set packet
 * filters and keeps the size of its messages.
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
  const ran = writeOver(child.stdin, bytes, seconds, stopped.signal, messageBytes);
  return {
    async stop() {
      stopped.abort();
      await ran;
      child.kill('SIGKILL');
      await ended;
    },
  };
}
