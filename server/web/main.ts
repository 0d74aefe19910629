import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import next from 'next';
import { AppError } from '@/lib/core/errors';
import { clientAddressHeader } from '@/lib/http/client-address';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { webEnv } from '@/lib/platform/env/web-env';
import { log } from '@/lib/platform/log';
import { exitWithMessage } from '@/lib/platform/process/exit-with-message';
import { reportReady, stopWhenAsked } from '@/lib/platform/process/process-life';
import { openCable } from './cable/socket';
import { findClientAddress } from './client-address';
import { isMalformedRequestTarget } from './malformed-request-target';
import { staticFiles } from './static-files';

const stopTimeoutMs = 6_000;
/** How long requests that are under way may take to finish. */
const drainTimeoutMs = 2_000;
/** After a restart every client of /cable comes back within a second; what does not fit here tries again much later. */
const connectBacklog = 16_384;

/** The web process: pages, API and live messages on one port. Any number may run on the same database. */
async function serve(): Promise<void> {
  const settings = webEnv();
  const { HOST, PORT, NODE_ENV } = settings;
  const server = createServer();
  // Next listens for upgrades on a server of its own that hears none, for it would end those of /cable.
  const app = next({ dev: NODE_ENV === 'development', hostname: HOST, port: PORT, httpServer: createServer() });
  await app.prepare();
  const handle = app.getRequestHandler();
  const handleUpgrade = app.getUpgradeHandler();
  const cable = openCable({
    bus: openBus(),
    allowedOrigins: settings.CABLE_ALLOWED_ORIGINS,
    maxConnectionsPerUser: settings.CABLE_MAX_CONNECTIONS_PER_USER,
    maxConnectionsPerAddress: settings.CABLE_MAX_CONNECTIONS_PER_ADDRESS,
    trustedProxyCount: settings.TRUSTED_PROXY_COUNT,
  });
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (isMalformedRequestTarget(request.url ?? '')) {
      response.writeHead(400, { 'content-type': 'text/plain' }).end('This address is not spelt correctly.\n');
      return;
    }
    request.headers[clientAddressHeader] = findClientAddress(request, settings.TRUSTED_PROXY_COUNT);
    void handle(request, response);
  };
  if (NODE_ENV === 'development') server.on('request', answer);
  else {
    const sendFile = staticFiles();
    server.on('request', (request, response) => sendFile(request, response, () => answer(request, response)));
  }
  server.on('upgrade', (request, socket, head) => {
    if (/^\/cable(\?|$)/.test(request.url ?? '')) cable.upgrade(request, socket, head);
    else void handleUpgrade(request, socket, head);
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${cause.code})`;
      reject(new AppError('unavailable', `TCP port ${PORT} ${why}; set PORT to another one.`, { cause }));
    });
    server.listen({ port: PORT, host: HOST, backlog: connectBacklog }, resolve);
  });
  log.info({ host: HOST, port: PORT }, 'web: listening');
  reportReady();

  stopWhenAsked(async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    await cable.close();
    // Next's own websockets never finish by themselves, and end with the process.
    await Promise.race([closed, sleep(drainTimeoutMs)]);
    await app.close();
    await Promise.all([openBus().close(), db().$disconnect()]);
  }, stopTimeoutMs);
}

await serve().catch(exitWithMessage);
