import { lookup } from 'node:dns/promises';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { WorkerPermit } from '@/lib/contracts/worker-protocol';
import { plainAddress } from '@/lib/core/network-of';
import { mayPullFrom } from '@/lib/core/pull-networks';
import { hostOf } from '@/lib/core/url-host';
import { readInstallation } from '../../control/installation';
import { DestinationFault } from './destination-fault';

const timeoutMs = 5_000;

/** The networks that may be called, and the services of this installation, which may not. */
export type CallRights = Pick<NonNullable<WorkerPermit['destinations']>, 'networks' | 'ownServices'>;

/**
 * The IP addresses of a host that may be called. They are asked for once: who connects uses these, so that a name server
 * cannot change its answer meanwhile.
 * @throws DestinationFault
 */
export async function resolveAllowed(
  host: string,
  port: number,
  { networks, ownServices }: CallRights,
): Promise<string[]> {
  const found = isIP(host)
    ? [host]
    : await lookup(host, { all: true }).then(
        (addresses) => addresses.map(({ address }) => address),
        () => {
          throw new DestinationFault('unresolved');
        },
      );
  const isOwn = await readInstallation(ownServices);
  const allowed = found.filter((address) => mayPullFrom(address, networks) && !isOwn(plainAddress(address), port));
  if (allowed.length === 0) throw new DestinationFault('not_allowed');
  return allowed;
}

/** Connects to an address by TCP, and by TLS where it says so. @throws DestinationFault */
export async function openSocket(url: URL, { port, isTls }: { port: number; isTls: boolean }, rights: CallRights) {
  const host = hostOf(url);
  const addresses = await resolveAllowed(host, port, rights);
  const options = { host, port, lookup: fixedLookup(addresses), noDelay: true };
  const servername = isIP(host) ? '' : host;
  const socket: Socket = isTls ? connectTls({ ...options, servername }) : connectTcp(options);
  return new Promise<Socket>((resolve, reject) => {
    const fail = (error: unknown) => {
      clearTimeout(timer);
      socket.on('error', () => undefined);
      socket.destroy();
      reject(faultOf(error));
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

const fixedLookup =
  (addresses: string[]): LookupFunction =>
  (_host, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = found;
    if (all) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  };

function faultOf(error: unknown): DestinationFault {
  if (error instanceof DestinationFault) return error;
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  // OpenSSL's verdicts on certificates, and Node's on their names.
  if (/CERT|SIGNATURE|ERR_TLS/.test(code)) return new DestinationFault('certificate', message);
  if (code === 'EPROTO') return new DestinationFault('not_rtmp');
  return new DestinationFault('unreachable');
}
