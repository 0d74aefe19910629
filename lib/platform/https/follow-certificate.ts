import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SecureContextOptions } from 'node:tls';
import { AppError } from '@/lib/core/errors';
import { log } from '@/lib/platform/log';

interface CertificateSource {
  /** Holds server.crt and server.key, in PEM. */
  folder: string;
  /** The setting that asks for the certificate, for the error. */
  setting: string;
}

/** How often the certificate is looked at, which its maker renews in place. */
const checkMs = 60_000;

/**
 * Reads a certificate, now and whenever its maker renews it.
 * @param use called with each, before this function returns with the first
 * @returns a function that ends following
 * @throws AppError `invalid_configuration` without a certificate that can be used
 */
export async function followCertificate(
  { folder, setting }: CertificateSource,
  use: (certificate: SecureContextOptions) => void,
): Promise<() => void> {
  try {
    use(await readCertificate(folder));
  } catch (cause) {
    const text = `${setting} is set, and there is no certificate in ${folder}: put server.crt and server.key there.`;
    throw new AppError('invalid_configuration', text, { cause });
  }
  const renew = async () => {
    try {
      use(await readCertificate(folder));
      log.info({ setting }, 'https: took the renewed certificate');
    } catch (error) {
      log.error({ err: error, setting }, 'https: cannot take the renewed certificate; the present one stays');
    }
  };
  const file = path.join(folder, 'server.crt');
  const onChange = () => void renew();
  watchFile(file, { interval: checkMs, persistent: false }, onChange);
  return () => unwatchFile(file, onChange);
}

async function readCertificate(folder: string): Promise<SecureContextOptions> {
  const [cert, key] = await Promise.all(
    ['server.crt', 'server.key'].map((name) => readFile(path.join(folder, name), 'utf8')),
  );
  return { cert, key, minVersion: 'TLSv1.2' };
}
