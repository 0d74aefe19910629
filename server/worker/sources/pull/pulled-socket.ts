import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connectPinned, pinnedAddresses } from '@/lib/platform/pinned-host';
import { PullError } from './pull-error';
import { type PullAttempt, silenceTimeoutMs } from './pull-reader';

const tlsSchemes = ['rtsps', 'rtmps'];

/**
 * Connects to a checked address of the camera's host that answers, by TLS where the scheme says so. A silent connection ends by itself.
 * @throws PullError `unreachable`, and as {@link pinnedAddresses} does
 */
export async function openPulledSocket({ address, rights, signal }: PullAttempt): Promise<Socket> {
  const { scheme, host, port } = address;
  const isTls = tlsSchemes.includes(scheme);
  const socket = connectPinned(host, port, await pinnedAddresses(host, port, rights), isTls);
  socket.setTimeout(silenceTimeoutMs, () => socket.destroy(new Error('nothing arrived in time')));
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect', { signal });
  } catch (cause) {
    socket.destroy();
    throw new PullError('unreachable', { cause });
  }
  socket.setNoDelay(true);
  return socket;
}
