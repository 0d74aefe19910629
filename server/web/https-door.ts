import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import path from 'node:path';
import { createServer, type SecureContextOptions } from 'node:tls';
import { AppError } from '@/lib/core/errors';
import { log } from '@/lib/platform/log';

interface Options {
  /** Holds server.crt and server.key, in PEM. */
  folder: string;
  host: string;
  port: number;
}

/** How often the certificate is looked at, which its maker renews in place. */
const checkMs = 60_000;

/**
 * Lets browsers in by https as well: hands each decrypted connection to the web server.
 * @returns a function that closes the port
 * @throws AppError `invalid_configuration` without a certificate, `unavailable` when the port cannot be used
 */
export async function openHttpsDoor(server: Server, { folder, host, port }: Options): Promise<() => void> {
  const certificate = path.join(folder, 'server.crt');
  const door = createServer(await readCertificate(folder), (socket) => server.emit('connection', socket));
  // A phone that does not trust the certificate ends the handshake.
  door.on('tlsClientError', (error) => log.debug({ err: error }, 'https: a handshake failed'));
  await new Promise<void>((resolve, reject) => {
    door.once('error', (cause: NodeJS.ErrnoException) => {
      const text = `TCP port ${port} cannot be used (${cause.code}); set HTTPS_PORT to another one.`;
      reject(new AppError('unavailable', text, { cause }));
    });
    door.listen({ port, host }, resolve);
  });
  const renew = async () => {
    try {
      door.setSecureContext(await readCertificate(folder));
      log.info('https: took the renewed certificate');
    } catch (error) {
      log.error({ err: error }, 'https: cannot take the renewed certificate; the present one stays');
    }
  };
  watchFile(certificate, { interval: checkMs, persistent: false }, () => void renew());
  log.info({ host, port }, 'web: listening for https');
  return () => {
    unwatchFile(certificate);
    door.close();
  };
}

async function readCertificate(folder: string): Promise<SecureContextOptions> {
  try {
    const [cert, key] = await Promise.all(
      ['server.crt', 'server.key'].map((name) => readFile(path.join(folder, name), 'utf8')),
    );
    return { cert, key, minVersion: 'TLSv1.2' };
  } catch (cause) {
    const text = `HTTPS_PORT is set, and there is no certificate in ${folder}: put server.crt and server.key there.`;
    throw new AppError('invalid_configuration', text, { cause });
  }
}
