import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { readAgeMs } from '../../support/room/room-decoder';
import { clockSize } from './phone-pages';

const quick = ['-fflags', 'nobuffer', '-flags', 'low_delay', '-probesize', '100000', '-analyzeduration', '0'];
const gray = ['-map', '0:v', '-f', 'rawvideo', '-pix_fmt', 'gray', '-fps_mode', 'passthrough', 'pipe:1'];
const frameBytes = clockSize.width * clockSize.height;

/** Plays an SRT address until it ends or is killed. @param onFrame takes how old each decoded frame is, in milliseconds */
function play(address: string, onFrame: (ageMs: number) => void): ChildProcess {
  const player = spawn('ffmpeg', ['-v', 'error', ...quick, '-i', `${address}&rcvlatency=120000`, ...gray], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let chunks: Buffer[] = [];
  let bytes = 0;
  player.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < frameBytes) return;
    const data = Buffer.concat(chunks);
    const rowStart = Math.floor(clockSize.height / 32) * clockSize.width;
    const ageMs = readAgeMs(data.subarray(rowStart, rowStart + clockSize.width), clockSize.width, Date.now());
    if (ageMs !== null) onFrame(ageMs);
    chunks = [data.subarray(frameBytes)];
    bytes = data.length - frameBytes;
  });
  return player;
}

/** Plays an SRT address for a while. @returns how old each frame is once it is decoded, in milliseconds */
export async function watchSrt(address: string, durationMs: number): Promise<number[]> {
  const ages: number[] = [];
  const player = play(address, (ageMs) => ages.push(ageMs));
  await sleep(durationMs);
  player.kill('SIGKILL');
  return ages;
}

/** Plays an SRT address, again and again. @returns when it shows a frame that was captured after `sinceMs` */
export function firstFrameSince(address: string, sinceMs: number, timeoutMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let player: ChildProcess | undefined;
    let isOver = false;
    const end = () => {
      isOver = true;
      clearTimeout(timer);
      player?.kill('SIGKILL');
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error(`no frame by SRT within ${timeoutMs} ms`));
    }, timeoutMs);
    const again = () => {
      if (isOver) return;
      player = play(address, (ageMs) => {
        const nowMs = Date.now();
        if (isOver || nowMs - ageMs <= sinceMs) return;
        end();
        resolve(nowMs);
      });
      player.once('close', () => setTimeout(again, 100));
    };
    again();
  });
}
