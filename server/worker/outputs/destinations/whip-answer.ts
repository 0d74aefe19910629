import { isIP } from 'node:net';
import type { HostRights } from '@/lib/core/pull-networks';
import { DestinationFault } from './destination-fault';
import { addressesToCall } from './open-socket';

/** The payload type under which an answer takes a codec; null where it does not. */
export function payloadType(sdp: string, kind: 'video' | 'audio', codec: string): number | null {
  const section = sdp.split(/^(?=m=)/m).find((part) => part.startsWith(`m=${kind} `)) ?? '';
  if (section.startsWith(`m=${kind} 0 `)) return null;
  const found = new RegExp(`^a=rtpmap:(\\d+) ${codec}/`, 'im').exec(section)?.[1];
  return found === undefined ? null : Number(found);
}

/**
 * An answer with those candidates that may be called. An answer names any host, so that a server could have this one send to
 * a network that its owner may not reach.
 * @throws DestinationFault `not_allowed` where none is left
 */
export async function withAllowedCandidates(sdp: string, rights: HostRights): Promise<string> {
  const lines = await Promise.all(
    sdp.split(/\r?\n/).map(async (line) => {
      const [, transport = '', host = '', port] = /^a=candidate:\S+ \d+ (\S+) \d+ (\S+) (\d+) /.exec(line) ?? [];
      if (port === undefined) return line;
      if (!/^udp$/i.test(transport) || isIP(host) === 0) return null;
      return addressesToCall(host, Number(port), rights).then(
        () => line,
        () => null,
      );
    }),
  );
  const kept = lines.filter((line) => line !== null);
  const hasCandidate = (of: string[]) => of.some((line) => line.startsWith('a=candidate:'));
  if (sdp.includes('\na=candidate:') && !hasCandidate(kept)) throw new DestinationFault('not_allowed');
  return kept.join('\r\n');
}
