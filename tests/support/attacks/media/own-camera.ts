import { startReplay } from '../../camera/replay';
import type { AttackTarget } from '../attack';

const loopSeconds = 10;

/**
 * Sends media as the camera of the attacker's own stream, again and again, also where it is disconnected.
 * @param make a transport stream of so many seconds
 */
export async function sendAsOwnCamera(
  { ingestPort, streamKey }: AttackTarget,
  make: (seconds: number) => Buffer | Promise<Buffer>,
  signal: AbortSignal,
): Promise<void> {
  const bytes = await make(loopSeconds);
  while (!signal.aborted) {
    const replay = startReplay(`srt://127.0.0.1:${ingestPort}?mode=caller&streamid=${streamKey}`, bytes, loopSeconds);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, loopSeconds * 1_000);
      signal.addEventListener('abort', done);
      function done() {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      }
    });
    await replay.stop();
  }
}
