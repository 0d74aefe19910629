import { once } from 'node:events';
import { pause } from '@/lib/core/pause';
import { connectPinned, pinnedAddresses } from '@/lib/platform/pinned-host';
import type { PullAttempt } from './pull-reader';

const intervalMs = 2_000;
const connectTimeoutMs = 2_000;

/**
 * Watches by bare TCP connections, which carry no password, whether a camera that is away is there again.
 * @returns true once it is; false when the signal aborts, also if it was there all the time
 */
export async function untilBack(camera: Pick<PullAttempt, 'address' | 'rights' | 'signal'>): Promise<boolean> {
  let wasThere = await isThere(camera);
  while (!camera.signal.aborted) {
    await pause(intervalMs, camera.signal);
    if (camera.signal.aborted) break;
    const isThereNow = await isThere(camera);
    if (isThereNow && !wasThere) return true;
    wasThere = isThereNow;
  }
  return false;
}

/** Whether a camera takes connections. */
async function isThere({ address: { host, port }, rights, signal }: Parameters<typeof untilBack>[0]): Promise<boolean> {
  const addresses = await pinnedAddresses(host, port, rights).catch(() => null);
  if (addresses === null || signal.aborted) return false;
  const socket = connectPinned(host, port, addresses);
  socket.setTimeout(connectTimeoutMs, () => socket.destroy(new Error('it does not answer')));
  try {
    await once(socket, 'connect', { signal });
    return true;
  } catch {
    return false;
  } finally {
    // A connection that is refused at last has nobody else to tell.
    socket.on('error', () => undefined).destroy();
  }
}
