import ipaddr from 'ipaddr.js';
import { errorText } from '@/lib/core/error-text';
import type { AnnouncedAddress } from '@/lib/platform/livekit/announced-addresses';
import { type MediaPaths, readMediaPaths } from '@/lib/platform/livekit/media-paths';
import { type Check, ok, problem, warning } from '../check-result';

/**
 * Checks whether video gets through, by UDP and by TCP. This machine asks LiveKit at each address that it announces, as a
 * browser does.
 */
export const checkMedia: Check = async () => {
  try {
    return judgeMediaPaths(await readMediaPaths());
  } catch (error) {
    const text = `The way of video could not be tried: ${errorText(error)}.`;
    return [problem('media', text, 'Fix the connection to LiveKit first.')];
  }
};

/** Judges which of the announced addresses have answered. */
export function judgeMediaPaths({ announced, answered }: MediaPaths) {
  const by = (protocol: AnnouncedAddress['protocol']) => {
    const isIt = (address: AnnouncedAddress) => address.protocol === protocol;
    return { announced: announced.filter(isIt), answered: answered.filter(isIt) };
  };
  const [udp, tcp] = [by('udp'), by('tcp')];
  const found = [];
  if (udp.answered.length === 0) {
    const text = `LiveKit does not answer this machine by UDP (${list(udp.announced)}).`;
    const isOutside = udp.announced.length > 0 && udp.announced.every(isPublic);
    // Many routers let nobody come back to their own public address.
    const fix = isOutside
      ? 'Look at System in a browser outside: if that has no UDP either, open LiveKit’s UDP media port in the firewall.'
      : 'Open LiveKit’s UDP media port (7882 unless configured) in the firewalls, and set rtc.udp_port and rtc.node_ip.';
    found.push((isOutside ? warning : problem)('media', text, fix));
  }
  if (tcp.answered.length === 0) {
    const text =
      tcp.announced.length === 0
        ? 'LiveKit takes no media by TCP, so browsers that may not use UDP get no picture.'
        : `LiveKit does not answer this machine by TCP (${list(tcp.announced)}).`;
    const fix = 'Set rtc.tcp_port in LiveKit’s configuration (7881), and open that TCP port in the firewalls.';
    found.push(warning('media', text, fix));
  }
  if (found.length > 0) return found;
  return [ok('media', `Video gets to this machine by UDP (${list(udp.answered)}) and by TCP (${list(tcp.answered)}).`)];
}

const isPublic = ({ address }: AnnouncedAddress): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';

const list = (addresses: AnnouncedAddress[]): string =>
  addresses.map(({ address, port }) => `${address}:${port}`).join(', ') || 'it announces no address';
