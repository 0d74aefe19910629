import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import next from 'next';
import { db } from '@/lib/core/db';
import { env } from '@/lib/core/env';
import { AppError } from '@/lib/core/errors';
import { log } from '@/lib/core/log';
import { explainAndExit } from './explain-and-exit';
import { reportReady, stopWhenAsked } from './process-life';

const stopTimeoutMs = 6_000;
/** How long requests that are under way may take to finish. */
const drainTimeoutMs = 2_000;

/** The web process: pages and API on one port. Any number may run on the same database. */
async function serve(): Promise<void> {
  const { HOST, PORT, NODE_ENV } = env();
  const server = createServer();
  // Knowing the server, Next takes the upgrades to websockets by itself.
  const app = next({ dev: NODE_ENV === 'development', hostname: HOST, port: PORT, httpServer: server });
  await app.prepare();
  const handle = app.getRequestHandler();
  server.on('request', (request, response) => void handle(request, response));

  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${cause.code})`;
      reject(new AppError('unavailable', `TCP port ${PORT} ${why}; set PORT to another one.`, { cause }));
    });
    server.listen(PORT, HOST, resolve);
  });
  log.info({ host: HOST, port: PORT }, 'web: listening');
  reportReady();

  stopWhenAsked(async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    // Websockets never finish by themselves, and end with the process.
    await Promise.race([closed, sleep(drainTimeoutMs)]);
    await app.close();
    await db().$disconnect();
  }, stopTimeoutMs);
}

await serve().catch(explainAndExit);
