import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { connect } from 'node:tls';
import { errorText } from '@/lib/core/error-text';
import { reachEnv } from '@/lib/platform/env/reach-env';
import { readLanAddresses } from '@/lib/platform/process/lan-addresses';
import { type Check, ok, problem, warning } from '../finding';

const timeoutMs = 3_000;
const soonMs = 14 * 24 * 3_600_000;

/** Opens the port for https like a phone that trusts this server's authority, by each address in the local network. */
export const checkHttps: Check = async () => {
  const { HTTPS_PORT: port, HTTPS_FOLDER: folder, PUBLIC_URL } = reachEnv();
  if (port === undefined) {
    if (PUBLIC_URL?.startsWith('https:')) return [ok('https', `Phones film through ${PUBLIC_URL}.`)];
    const text = 'Phones cannot film: browsers open a camera over https only.';
    return [warning('https', text, 'Start with `npm start -- --https`, or see docs/tls.md.')];
  }
  const ca = await readFile(path.join(folder, 'authority.crt'), 'utf8').catch(() => undefined);
  const addresses = readLanAddresses();
  for (const host of ['127.0.0.1', ...addresses]) {
    try {
      const certificate = await readCertificate(host, port, ca);
      if (certificate.validToDate.getTime() - Date.now() < soonMs) {
        const text = `The certificate ends on ${certificate.validTo}.`;
        return [
          warning('https', text, 'Renew it. `npm start` does that by itself for a certificate that it has made.'),
        ];
      }
    } catch (error) {
      const text = `https://${host}:${port} does not answer as it should: ${errorText(error)}.`;
      return [problem('https', text, 'Start again: the certificate has to name every address of this machine.')];
    }
  }
  const places = (addresses.length > 0 ? addresses : ['127.0.0.1']).map((host) => `https://${host}:${port}`);
  return [ok('https', `Phones film through ${places.join(', ')}.`)];
};

/** @throws Error for a certificate that a browser would not accept */
function readCertificate(host: string, port: number, ca: string | undefined): Promise<X509Certificate> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, ca, timeout: timeoutMs }, () => {
      const certificate = new X509Certificate(socket.getPeerCertificate().raw);
      socket.destroy();
      resolve(certificate);
    });
    socket.once('timeout', () => socket.destroy(new Error('no answer within 3 s')));
    socket.once('error', reject);
  });
}
