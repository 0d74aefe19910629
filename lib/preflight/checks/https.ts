import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { connect } from 'node:tls';
import type { CheckResult } from '@/lib/contracts/preflight';
import { dayMs } from '@/lib/core/durations';
import { errorText } from '@/lib/core/error-text';
import { hostOf } from '@/lib/core/url-host';
import { reachEnv } from '@/lib/platform/env/reach-env';
import { readLanAddresses } from '@/lib/platform/process/lan-addresses';
import { type Check, ok, problem, warning } from '../check-result';

const timeoutMs = 3_000;
const soonMs = 14 * dayMs;
const loopback = '127.0.0.1';

/** One address by which phones open their page. */
interface Way {
  origin: string;
  /** The name that its certificate has to have; undefined: the host of the origin. */
  servername?: string;
  /** The authority that phones have been told to trust; undefined: those that everybody trusts. */
  ca?: string;
  fixes: { closed: string; refused: string; ending: string };
}

/** Opens each address for https like a phone: this server's own ones, and the proxy's at PUBLIC_URL. */
export const checkHttps: Check = async () => {
  const ways = [...(await readOwnWays()), ...readProxyWay()];
  if (ways.length === 0) {
    const text = 'Phones cannot film: browsers open a camera over https only.';
    return [warning('https', text, 'Start with `npm start -- --https`, or see docs/tls.md.')];
  }
  const findings = (await Promise.all(ways.map(checkWay))).flat();
  if (findings.length > 0) return findings.slice(0, 1);
  const origins = ways.map(({ origin }) => origin);
  const outside = origins.filter((origin) => !origin.includes(loopback));
  return [ok('https', `Phones film through ${(outside.length > 0 ? outside : origins).join(', ')}.`)];
};

/** The port for https that this server itself opens, by each address in the local network. */
async function readOwnWays(): Promise<Way[]> {
  const { HTTPS_PORT: port, HTTPS_FOLDER: folder } = reachEnv();
  if (port === undefined) return [];
  const read = (name: string) => readFile(path.join(folder, name), 'utf8').catch(() => undefined);
  const ca = await read('authority.crt');
  const fixes = {
    closed: 'Start again with `npm start -- --https`.',
    refused: 'Start again: the certificate has to name every address of this machine.',
    ending: 'Start again: `npm start` renews a certificate that it has made.',
  };
  if (ca !== undefined) {
    return [loopback, ...readLanAddresses()].map((host) => ({ origin: `https://${host}:${port}`, ca, fixes }));
  }
  // A certificate of the operator's own names the server, and no address.
  const servername = firstNameOf(await read('server.crt'));
  const renewal = `Put a new server.crt and server.key into ${folder}.`;
  const own = Object.assign({}, fixes, { refused: renewal, ending: renewal });
  return [{ origin: `https://${servername ?? loopback}:${port}`, servername, fixes: own }];
}

const firstNameOf = (pem: string | undefined): string | undefined =>
  /DNS:([^,\s]+)/.exec((pem && new X509Certificate(pem).subjectAltName) ?? '')?.[1]?.replace(/^\*\./, 'www.');

function readProxyWay(): Way[] {
  const { PUBLIC_URL: origin } = reachEnv();
  if (!origin?.startsWith('https:')) return [];
  const renewal = 'Give the proxy there a certificate that phones trust: docs/tls.md shows how.';
  const fixes = { closed: 'Correct PUBLIC_URL, or start the proxy there.', refused: renewal, ending: renewal };
  return [{ origin, fixes }];
}

async function checkWay(way: Way): Promise<CheckResult[]> {
  const { origin, fixes } = way;
  try {
    const { certificate, refusal } = await shakeHands(way);
    if (refusal) return [problem('https', `Phones refuse the certificate of ${origin}: ${refusal}.`, fixes.refused)];
    if (certificate.validToDate.getTime() - Date.now() > soonMs) return [];
    return [warning('https', `The certificate of ${origin} ends on ${certificate.validTo}.`, fixes.ending)];
  } catch (error) {
    return [problem('https', `${origin} does not answer by https: ${errorText(error)}.`, fixes.closed)];
  }
}

interface Handshake {
  certificate: X509Certificate;
  /** Why a browser would not accept it; null where it would. */
  refusal: string | null;
}

/** @throws Error where nothing answers by TLS */
function shakeHands({ origin, servername, ca }: Way): Promise<Handshake> {
  const url = new URL(origin);
  // A server that names itself is this one.
  const host = servername === undefined ? hostOf(url) : loopback;
  return new Promise((resolve, reject) => {
    const options = {
      host,
      port: Number(url.port || 443),
      servername,
      ca,
      timeout: timeoutMs,
      rejectUnauthorized: false,
    };
    const socket = connect(options, () => {
      const certificate = new X509Certificate(socket.getPeerCertificate().raw);
      // Node has a code or an error, whatever its types say.
      const refusal = socket.authorized ? null : errorText(socket.authorizationError);
      socket.destroy();
      resolve({ certificate, refusal });
    });
    socket.once('timeout', () => socket.destroy(new Error('no answer within 3 s')));
    socket.once('error', reject);
  });
}
