import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { pinnedAddresses, pinnedLookup } from '@/lib/platform/pinned-host';
import { PullError } from './pull-error';
import { type PullAttempt, silenceTimeoutMs } from './pull-reader';

const tlsSchemes = ['rtsps', 'rtmps'];

/**
 * Connects to a checked address of the camera's host that answers, by TLS where the scheme says so. A silent connection ends by itself.
 * @throws PullError `unreachable`, and as {@link pinnedAddresses} does
 */
export async function openPulledSocket({ address, rights, signal }: PullAttempt): Promise<Socket> {
  const { scheme, host, port } = address;
  const options = { host, port, lookup: pinnedLookup(await pinnedAddresses(host, port, rights)) };
  const isTls = tlsSchemes.includes(scheme);
  // No certificate is asked for by an IP address.
  const servername = isIP(host) === 0 ? host : '';
  const socket = isTls ? connectTls({ ...options, servername }) : connect(options);
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
