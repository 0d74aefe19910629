import { AppError } from '@/lib/core/errors';
import { atem } from './atem/atem';
import { obs } from './obs/obs';
import type { Switcher } from './switcher';
import { tslListener } from './tsl/tsl-listener';
import { vmix } from './vmix/vmix';

const forms =
  'vmix://HOST, obs://:PASSWORD@HOST, atem://HOST, tsl31+udp://LISTEN:PORT, tsl31+tcp://LISTEN:PORT, tsl5+udp://LISTEN:PORT or tsl5+tcp://LISTEN:PORT';

/** The switcher at an address. @throws AppError `invalid_configuration` for one that names none */
export function switcherOf(address: string): Switcher {
  const { scheme, host, port, password, query } = readAddress(address);
  switch (scheme) {
    case 'vmix':
      return vmix({ host, port: port ?? 8099 });
    case 'obs':
      return obs({ host, port: port ?? 4455, password });
    case 'atem':
      return atem({ host, port: port ?? 9910 });
    case 'tsl31+udp':
    case 'tsl31+tcp':
    case 'tsl5+udp':
    case 'tsl5+tcp': {
      if (port === null) throw unusable('needs the port to listen at');
      const seconds = wholeNumber(query, 'timeout', { least: 1, most: 3_600 });
      return tslListener({
        version: scheme.startsWith('tsl31') ? '3.1' : '5.0',
        transport: scheme.endsWith('udp') ? 'udp' : 'tcp',
        host,
        port,
        programLamp: wholeNumber(query, 'program', { least: 1, most: 4 }) ?? 1,
        previewLamp: wholeNumber(query, 'preview', { least: 1, most: 4 }) ?? 2,
        silenceMs: seconds === null ? null : seconds * 1_000,
      });
    }
    default:
      throw unusable('names no protocol that is known');
  }
}

const unusable = (why: string) =>
  new AppError('invalid_configuration', `TALLY_SWITCHER ${why}. It is one of ${forms}.`);

function readAddress(address: string) {
  if (!URL.canParse(address)) throw unusable('is no address');
  const url = new URL(address);
  if (url.hostname === '') throw unusable('names no host');
  return {
    scheme: url.protocol.slice(0, -1),
    // Brackets are part of URLs, not of IPv6 addresses.
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? null : Number(url.port),
    password: decodeURIComponent(url.password),
    query: url.searchParams,
  };
}

function wholeNumber(
  query: URLSearchParams,
  name: string,
  { least, most }: { least: number; most: number },
): number | null {
  const text = query.get(name);
  if (text === null) return null;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw unusable(`has ${name}=${text}, which must be a whole number from ${least} to ${most}`);
  }
  return value;
}
