import ipaddr from 'ipaddr.js';
import { errorText } from '@/lib/core/error-text';
import { type AnnouncedAddress, readAnnouncedAddresses } from '@/lib/platform/livekit/announced-addresses';
import { type Check, ok, problem, warning } from '../finding';

/**
 * Checks whether browsers can reach the addresses that LiveKit announces for media. The server cannot know which of
 * them a given browser reaches; the page's own probe tries that.
 */
export const checkAddresses: Check = async () => {
  let announced: AnnouncedAddress[];
  try {
    announced = await readAnnouncedAddresses();
  } catch (error) {
    const text = `LiveKit does not say where it takes media (${errorText(error)}).`;
    return [problem('addresses', text, 'Fix the connection to LiveKit first.')];
  }
  return judgeAddresses(announced);
};

/** Judges the announced addresses from a viewer's side. */
export function judgeAddresses(announced: AnnouncedAddress[]) {
  const udp = announced.filter(({ protocol }) => protocol === 'udp');
  const list = announced.map(({ protocol, address, port }) => `${address}:${port}/${protocol}`).join(', ');
  if (udp.length === 0) {
    const fix = 'Set rtc.udp_port (and rtc.node_ip) in LiveKit’s configuration.';
    return [problem('addresses', `LiveKit takes no media by UDP (${list || 'it announces no address'}).`, fix)];
  }
  if (udp.every(({ address }) => rangeOf(address) === 'loopback')) {
    const fix = 'For other machines set LIVEKIT_LOOPBACK_ONLY=false, or rtc.node_ip in LiveKit’s configuration.';
    return [warning('addresses', `Only browsers on this machine can watch: LiveKit announces ${list}.`, fix)];
  }
  if (udp.every(({ address }) => rangeOf(address) !== 'unicast')) {
    const fix =
      'To be watched over the internet, set rtc.node_ip (or use_external_ip) in LiveKit’s configuration to the public address.';
    return [warning('addresses', `Only browsers in the local network can watch: LiveKit announces ${list}.`, fix)];
  }
  return [ok('addresses', `LiveKit takes media at ${list}.`)];
}

/** The range of an address. `unicast` is routable on the internet. */
const rangeOf = (address: string): string => (ipaddr.isValid(address) ? ipaddr.process(address).range() : 'name');
