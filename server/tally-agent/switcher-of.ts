import { AppError } from '@/lib/core/errors';
import { atem } from './atem/atem';
import { obs } from './obs/obs';
import type { Switcher } from './switcher';
import { tslListener } from './tsl/tsl-listener';
import { vmix } from './vmix/vmix';

const forms =
  'vmix://HOST, obs://:PASSWORD@HOST, atem://HOST, tsl31+udp://LISTEN:PORT, tsl31+tcp://LISTEN:PORT, tsl5+udp://LISTEN:PORT or tsl5+tcp://LISTEN:PORT';

const maxPort = 65_535;

/** The switcher at an address. @throws AppError `invalid_configuration` for one that names none */
export function switcherOf(address: string): Switcher {
  const { scheme, host, port, passwords, query } = readAddress(address);
  switch (scheme) {
    case 'vmix':
      return vmix({ host, port: port ?? 8099 });
    case 'obs':
      return obs({ host, port: port ?? 4455, passwords });
    case 'atem':
      return atem({ host, port: port ?? 9910 });
    case 'tsl31+udp':
    case 'tsl31+tcp':
    case 'tsl5+udp':
    case 'tsl5+tcp': {
      if (port === null) throw unusable('needs the port to listen at');
      const seconds = wholeNumber(query, 'timeout', { min: 1, max: 3_600 });
      return tslListener({
        version: scheme.startsWith('tsl31') ? '3.1' : '5.0',
        transport: scheme.endsWith('udp') ? 'udp' : 'tcp',
        host,
        port,
        programLamp: wholeNumber(query, 'program', { min: 1, max: 4 }) ?? 1,
        previewLamp: wholeNumber(query, 'preview', { min: 1, max: 4 }) ?? 2,
        silenceMs: seconds === null ? null : seconds * 1_000,
      });
    }
    default:
      throw unusable('names no protocol that is known');
  }
}

const unusable = (why: string) =>
  new AppError('invalid_configuration', `TALLY_SWITCHER ${why}. It is one of ${forms}.`);

/** Everything up to the last @ is the password, which may have any characters. */
const addressPattern =
  /^(?<scheme>[a-z\d+]+):\/\/(?:(?<login>.*)@)?(?<host>\[[\da-f:.%]+\]|[^\s:/?#@[\]]+)(?::(?<port>\d{1,5}))?\/?(?:\?(?<query>.*))?$/is;

function readAddress(address: string) {
  if (!/^[a-z\d+]+:/i.test(address)) throw unusable('is no address');
  const { scheme = '', login = '', host = '', port, query } = addressPattern.exec(address)?.groups ?? {};
  if (host === '') throw unusable('names no host');
  if (Number(port ?? 0) > maxPort) throw unusable('has a port that does not exist');
  return {
    scheme: scheme.toLowerCase(),
    // Brackets are part of addresses, not of IPv6 addresses.
    host: host.replace(/^\[(.*)\]$/, '$1'),
    port: port === undefined ? null : Number(port),
    passwords: passwordsOf(login.replace(/^[^:]*:/, '')),
    query: new URLSearchParams(query),
  };
}

/** The password as written, and as decoded if it was URL-encoded. */
function passwordsOf(written: string): string[] {
  const decoded = written.replace(/(?:%[\da-f]{2})+/gi, (escapes) =>
    Buffer.from(escapes.replaceAll('%', ''), 'hex').toString(),
  );
  return [...new Set([written, decoded])];
}

function wholeNumber(query: URLSearchParams, name: string, { min, max }: { min: number; max: number }): number | null {
  const text = query.get(name);
  if (text === null) return null;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw unusable(`has ${name}=${text}, which must be a whole number from ${min} to ${max}`);
  }
  return value;
}
