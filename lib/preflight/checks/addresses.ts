import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { CheckResult } from '@/lib/contracts/preflight';
import { errorText } from '@/lib/core/error-text';
import { hostOf } from '@/lib/core/url-host';
import { reachEnv } from '@/lib/platform/env/reach-env';
import { type AnnouncedAddress, readAnnouncedAddresses } from '@/lib/platform/livekit/announced-addresses';
import { ok, problem, warning } from '../check-result';

/**
 * Checks whether browsers can reach the addresses that LiveKit announces for media. The server cannot know which of
 * them a given browser reaches; the page's own probe tries that. It compares them with the address of the pages.
 * @param host the name or address by which a browser has reached this server; null where none asks
 */
export async function checkAddresses(host: string | null): Promise<CheckResult[]> {
  let announced: AnnouncedAddress[];
  try {
    announced = await readAnnouncedAddresses();
  } catch (error) {
    const text = `LiveKit does not say where it takes media (${errorText(error)}).`;
    return [problem('addresses', text, 'Fix the connection to LiveKit first.')];
  }
  const page = host ?? reachEnv().PUBLIC_URL?.replace(/^https?:\/\//, '') ?? '';
  return judgeAddresses(announced, await readAddressesOf(page));
}

/** The name of a page's server, and the addresses that it stands for. */
export interface PageAddresses {
  name: string;
  addresses: string[];
}

/** @param host with or without a port; empty where nobody knows */
async function readAddressesOf(host: string): Promise<PageAddresses> {
  const url = `http://${host}`;
  const name = URL.canParse(url) ? hostOf(new URL(url)) : '';
  if (name === '' || isIP(name)) return { name, addresses: name === '' ? [] : [name] };
  // A name that only browsers know says nothing.
  const found = await lookup(name, { all: true }).catch(() => []);
  return { name, addresses: found.map(({ address }) => address) };
}

/** Judges the announced addresses from a viewer's side. @param page of the pages that a browser has opened */
export function judgeAddresses(announced: AnnouncedAddress[], page: PageAddresses) {
  const udp = announced.filter(({ protocol }) => protocol === 'udp');
  const list = announced.map(({ protocol, address, port }) => `${address}:${port}/${protocol}`).join(', ');
  if (udp.length === 0) {
    const fix = 'Set rtc.udp_port (and rtc.node_ip) in LiveKit’s configuration.';
    return [problem('addresses', `LiveKit takes no media by UDP (${list || 'it announces no address'}).`, fix)];
  }
  const outside = page.addresses.find((address) => rangeOf(address) === 'unicast');
  if (outside !== undefined && udp.every(({ address }) => rangeOf(address) !== 'unicast')) {
    const at = page.name === outside ? outside : `${page.name} (${outside})`;
    const text = `Pages are opened at ${at}, and LiveKit announces ${list} alone, where browsers outside find nothing.`;
    const fix = `Set NODE_IP=${outside}, or rtc.node_ip of a LiveKit of your own; where a proxy has that address, this machine’s.`;
    return [warning('addresses', text, fix)];
  }
  if (udp.every(({ address }) => rangeOf(address) === 'loopback')) {
    const fix = 'For other machines set LIVEKIT_LOOPBACK_ONLY=false, or rtc.node_ip of a LiveKit of your own.';
    return [warning('addresses', `Only browsers on this machine can watch: LiveKit announces ${list}.`, fix)];
  }
  if (udp.every(({ address }) => rangeOf(address) !== 'unicast')) {
    const fix =
      'To be watched over the internet, set NODE_IP to the public address, or rtc.node_ip of a LiveKit of your own.';
    return [warning('addresses', `Only browsers in the local network can watch: LiveKit announces ${list}.`, fix)];
  }
  return [ok('addresses', `LiveKit takes media at ${list}.`)];
}

/** The range of an address. `unicast` is routable on the internet. */
const rangeOf = (address: string): string => (ipaddr.isValid(address) ? ipaddr.process(address).range() : 'name');
