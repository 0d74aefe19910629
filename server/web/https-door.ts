import type { Server } from 'node:http';
import { createServer } from 'node:tls';
import { AppError } from '@/lib/core/errors';
import { followCertificate } from '@/lib/platform/https/follow-certificate';
import { log } from '@/lib/platform/log';

/** A client that sends nothing has a descriptor for so long. */
const handshakeTimeout = 10_000;

interface Options {
  /** Holds server.crt and server.key, in PEM. */
  folder: string;
  host: string;
  port: number;
}

/**
 * Lets browsers in by https as well: hands each decrypted connection to the web server.
 * @returns a function that closes the port
 * @throws AppError `invalid_configuration` without a certificate, `unavailable` when the port cannot be used
 */
export async function openHttpsDoor(server: Server, { folder, host, port }: Options): Promise<() => void> {
  const door = createServer({ handshakeTimeout }, (socket) => server.emit('connection', socket));
  door.maxConnections = server.maxConnections;
  const unfollow = await followCertificate({ folder, setting: 'HTTPS_PORT' }, (certificate) =>
    door.setSecureContext(certificate),
  );
  // A phone that does not trust the certificate ends the handshake.
  door.on('tlsClientError', (error) => log.debug({ err: error }, 'https: a handshake failed'));
  await new Promise<void>((resolve, reject) => {
    door.once('error', (cause: NodeJS.ErrnoException) => {
      unfollow();
      const text = `TCP port ${port} cannot be used (${cause.code}); set HTTPS_PORT to another one.`;
      reject(new AppError('unavailable', text, { cause }));
    });
    door.listen({ port, host }, resolve);
  });
  log.info({ host, port }, 'web: listening for https');
  return () => {
    unfollow();
    door.close();
  };
}
