import type { Socket } from 'node:net';
import type { HostRights } from '@/lib/core/pull-networks';
import { hostOf } from '@/lib/core/url-host';
import { connectPinned, HostError, pinnedAddresses } from '@/lib/platform/pinned-host';
import { DestinationFault } from './destination-fault';

const timeoutMs = 5_000;

/** The IP addresses of a destination's host. @throws DestinationFault */
export async function addressesToCall(host: string, port: number, rights: HostRights) {
  try {
    return await pinnedAddresses(host, port, rights);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    throw new DestinationFault(error.fault === 'unknown_host' ? 'unresolved' : 'not_allowed');
  }
}

/** Connects to an address by TCP, and by TLS where it says so. @throws DestinationFault */
export async function openSocket(url: URL, { port, isTls }: { port: number; isTls: boolean }, rights: HostRights) {
  const host = hostOf(url);
  const addresses = await addressesToCall(host, port, rights);
  const socket = connectPinned(host, port, addresses, isTls);
  return new Promise<Socket>((resolve, reject) => {
    const fail = (error: unknown) => {
      clearTimeout(timer);
      socket.on('error', () => undefined);
      socket.destroy();
      reject(connectionFault(error));
    };
    const timer = setTimeout(() => fail(new DestinationFault('unreachable')), timeoutMs);
    socket.once('error', fail);
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      socket.off('error', fail);
      resolve(socket);
    });
  });
}

/** Why a socket failed, by its error. */
export function connectionFault(error: unknown): DestinationFault {
  if (error instanceof DestinationFault) return error;
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  // OpenSSL's verdicts on certificates, and Node's on their names.
  if (/CERT|SIGNATURE|ERR_TLS/.test(code)) return new DestinationFault('certificate', message);
  if (code === 'EPROTO') return new DestinationFault('not_rtmp');
  return new DestinationFault('unreachable');
}
