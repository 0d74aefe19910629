import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import next from 'next';
import routerState from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js';
import { AppError } from '@/lib/core/errors';
import { openBus } from '@/lib/platform/bus/open-bus';
import { resealSecrets } from '@/lib/platform/db/reseal-secrets';
import type { WebEnv } from '@/lib/platform/env/web-env';
import { livekitUrlFor } from '@/lib/platform/livekit/public-url';
import { log } from '@/lib/platform/log';
import { productVersion } from '@/lib/platform/process/product-version';
import { openCable } from './cable/open-cable';
import { openHttpsDoor } from './https-door';
import { connectionsThatFit } from './limit-connections';
import { openLivekitProxy } from './livekit/livekit-proxy';
import { mayJoin } from './livekit/may-join';
import { webLoops } from './loops';
import { openWebServer } from './open-web-server';
import { openWebMetrics } from './prometheus/web-metrics';
import { openPtz } from './ptz/open-ptz';
import { PushSender } from './push/push-sender';
import { MediaTransfers, transferLimits } from './recordings/media-transfers';
import { requestHandler } from './request-handler';
import { PublicRequests } from './requests/public-requests';
import { refuseRequest } from './requests/refuse-request';
import { pageSecurity } from './requests/security-headers';
import { openRoomGuard } from './rooms/open-room-guard';
import { staticFiles } from './static-files';
import { TrustedProxies } from './trusted-proxies';
import { upgradeHandler } from './upgrade-handler';
import { WebhookSender } from './webhooks/webhook-sender';
import { openWhip } from './whip/whip';

/** How long pending requests may take to finish. */
const drainTimeoutMs = 2_000;
/** After a restart every client of /cable reconnects within a second; one that does not fit here retries much later. */
const connectBacklog = 16_384;

type Pages = ReturnType<typeof next>;

/** The web server with what it serves. */
type Site = ReturnType<typeof buildSite>;

/** The pages, API, live messages and LiveKit's signalling on one port. */
export class Web {
  readonly #pages: Pages;
  readonly #site: Site;
  readonly #roomGuard: ReturnType<typeof openRoomGuard>;
  readonly #loops: { start(): void; stop(): Promise<void> }[];
  #closeHttps: (() => void) | null = null;

  /** @throws AppError with one sentence where it cannot listen */
  static async open(settings: WebEnv): Promise<Web> {
    const { HOST, PORT, NODE_ENV, HTTPS_PORT, HTTPS_FOLDER } = settings;
    const dev = NODE_ENV === 'development';
    // Next listens for upgrades on a server that never gets any, because it would end those of /cable.
    const pages = next({ dev, hostname: HOST, port: PORT, httpServer: createServer() });
    await pages.prepare();
    // Gateways do the same, so that this may fail.
    await resealSecrets().catch((err: unknown) => log.warn({ err }, 'web: secrets are not sealed anew'));
    const web = new Web(settings, pages);
    const { server } = web.#site;
    await listen(server, HOST, PORT);
    log.info({ version: productVersion(), host: HOST, port: PORT }, 'web: listening');
    if (HTTPS_PORT) {
      web.#closeHttps = await openHttpsDoor(server, { folder: HTTPS_FOLDER, host: HOST, port: HTTPS_PORT });
    }
    return web;
  }

  private constructor(settings: WebEnv, pages: Pages) {
    this.#pages = pages;
    this.#site = buildSite(settings, pages);
    this.#roomGuard = openRoomGuard(openBus());
    this.#loops = [
      new WebhookSender({ allowPrivate: settings.WEBHOOK_ALLOW_PRIVATE }),
      new PushSender(),
      openPtz(),
      ...webLoops(),
    ];
    for (const loop of this.#loops) loop.start();
  }

  /** Ends every connection, and waits a moment for requests under way. */
  async close(): Promise<void> {
    const { server, cable, livekit } = this.#site;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    this.#closeHttps?.();
    server.closeIdleConnections();
    livekit.close();
    await Promise.all([cable.close(), this.#roomGuard.stop(), ...this.#loops.map((loop) => loop.stop())]);
    // Next's own websockets end only with the process.
    await Promise.race([closed, sleep(drainTimeoutMs)]);
    await this.#pages.close();
  }
}

/** Wires what answers requests and upgrades. It does not listen yet. */
function buildSite(settings: WebEnv, pages: Pages) {
  const isDevelopment = settings.NODE_ENV === 'development';
  const { METRICS_TOKEN } = settings;
  const { fromClients, toLivekit, transfers } = connectionsThatFit();
  const proxies = new TrustedProxies({
    count: settings.TRUSTED_PROXY_COUNT,
    addresses: settings.TRUSTED_PROXY_ADDRESSES,
  });
  const cable = openCable({
    bus: openBus(),
    allowedOrigins: settings.CABLE_ALLOWED_ORIGINS,
    maxConnectionsPerUser: settings.CABLE_MAX_CONNECTIONS_PER_USER,
    maxConnectionsPerAddress: settings.CABLE_MAX_CONNECTIONS_PER_ADDRESS,
  });
  const livekit = openLivekitProxy({ url: settings.LIVEKIT_URL, mayJoin, maxConnections: toLivekit });
  const handleRequest = requestHandler({
    proxies,
    sendFile: isDevelopment ? null : staticFiles(),
    answerScrape: METRICS_TOKEN ? openWebMetrics({ token: METRICS_TOKEN, bus: openBus(), cable }) : null,
    refuse: refuseRequest({ parseRouterState: routerState.parseAndValidateFlightRouterState, isDevelopment }),
    publicRequests: new PublicRequests(),
    probes: new PublicRequests(Number.MAX_SAFE_INTEGER),
    transfers: new MediaTransfers(transferLimits(transfers)),
    secure: pageSecurity({ livekitUrl: livekitUrlFor, brandMarkUrl: settings.BRAND_MARK_URL, isDevelopment }),
    livekit,
    whip: openWhip({ url: settings.LIVEKIT_URL, allowedOrigins: settings.WHIP_ALLOWED_ORIGINS }),
    handleWithNext: pages.getRequestHandler(),
  });
  const server = openWebServer({ handleRequest, proxies, maxConnections: fromClients });
  const handleWithNext = isDevelopment ? pages.getUpgradeHandler() : null;
  server.on('upgrade', upgradeHandler({ server, proxies, cable, livekit, handleWithNext }));
  return { server, cable, livekit };
}

/** @throws AppError `unavailable` when the port cannot be used */
function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${cause.code})`;
      reject(new AppError('unavailable', `TCP port ${port} ${why}; set PORT to another one.`, { cause }));
    });
    server.listen({ port, host, backlog: connectBacklog }, resolve);
  });
}
