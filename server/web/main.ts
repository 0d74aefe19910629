import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import next from 'next';
import routerState from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js';
import { AppError } from '@/lib/core/errors';
import { openBilling } from '@/lib/platform/billing/open-billing';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { hideSecrets } from '@/lib/platform/env/hide-secrets';
import { warnAboutSettings } from '@/lib/platform/env/warn-about-settings';
import { webEnv } from '@/lib/platform/env/web-env';
import { livekitUrlFor } from '@/lib/platform/livekit/public-url';
import { log } from '@/lib/platform/log';
import { collectGarbageWhenIdle } from '@/lib/platform/process/collect-garbage-when-idle';
import { exitWithMessage } from '@/lib/platform/process/exit-with-message';
import { endOnUncaughtError, reportReady, stopWhenAsked } from '@/lib/platform/process/process-life';
import { productVersion } from '@/lib/platform/process/product-version';
import { drain } from '@/lib/platform/process/readiness';
import { warnAboutRoot } from '@/lib/platform/process/warn-about-root';
import { openCable } from './cable/open-cable';
import { openHttpsDoor } from './https-door';
import { connectionsThatFit } from './limit-connections';
import { openLivekitProxy } from './livekit/livekit-proxy';
import { mayJoin } from './livekit/may-join';
import { openWebServer } from './open-web-server';
import { positionKeeper } from './phones/position-keeper';
import { openWebMetrics } from './prometheus/web-metrics';
import { dayKeeper } from './reports/day-keeper';
import { noticeSender } from './reports/notice-sender';
import { reportKeeper } from './reports/report-keeper';
import { requestHandler } from './request-handler';
import { PublicRequests } from './requests/public-requests';
import { refuseRequest } from './requests/refuse-request';
import { pageSecurity } from './requests/security-headers';
import { openRoomGuard } from './rooms/open-room-guard';
import { staticFiles } from './static-files';
import { tallyExpiry } from './tally/tally-expiry';
import { TrustedProxies } from './trusted-proxies';
import { upgradeHandler } from './upgrade-handler';
import { WebhookSender } from './webhooks/webhook-sender';
import { openWhip } from './whip/whip';

const stopTimeoutMs = 6_000;
/** How long pending requests may take to finish. */
const drainTimeoutMs = 2_000;
/** After a restart every client of /cable reconnects within a second; one that does not fit here retries much later. */
const connectBacklog = 16_384;

/**
 * The web program: pages, API, live messages and LiveKit's signalling on one port. Any number may run on one database.
 */
async function serve(): Promise<void> {
  hideSecrets();
  // Rejections do not end it: Next logs them, because rendering abandons promises by design.
  endOnUncaughtError();
  collectGarbageWhenIdle();
  const settings = webEnv();
  // Finds incomplete settings now, before a customer wants to pay.
  await openBilling();
  const { HOST, PORT, NODE_ENV, METRICS_TOKEN, DRAIN_SECONDS } = settings;
  const isDevelopment = NODE_ENV === 'development';
  const { fromClients, toLivekit } = connectionsThatFit();
  // Next listens for upgrades on a server that never gets any, because it would end those of /cable.
  const pages = next({ dev: isDevelopment, hostname: HOST, port: PORT, httpServer: createServer() });
  await pages.prepare();
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
    secure: pageSecurity({ livekitUrl: livekitUrlFor, brandMarkUrl: settings.BRAND_MARK_URL, isDevelopment }),
    livekit,
    whip: openWhip({ url: settings.LIVEKIT_URL }),
    handleWithNext: pages.getRequestHandler(),
  });
  const server = openWebServer({ handleRequest, proxies, maxConnections: fromClients });
  const handleWithNext = isDevelopment ? pages.getUpgradeHandler() : null;
  server.on('upgrade', upgradeHandler({ server, proxies, cable, livekit, handleWithNext }));
  const roomGuard = openRoomGuard(openBus());
  const webhooks = new WebhookSender({ allowPrivate: settings.WEBHOOK_ALLOW_PRIVATE });
  const loops = [webhooks, tallyExpiry(), reportKeeper(), dayKeeper(), noticeSender(), positionKeeper()];
  for (const loop of loops) loop.start();
  await listen(server, HOST, PORT);
  log.info({ version: productVersion(), host: HOST, port: PORT }, 'web: listening');
  const { HTTPS_PORT, HTTPS_FOLDER } = settings;
  const closeHttps =
    HTTPS_PORT && (await openHttpsDoor(server, { folder: HTTPS_FOLDER, host: HOST, port: HTTPS_PORT }));
  warnAboutRoot();
  // Otherwise the process that started this one has done so.
  if (!process.send) warnAboutSettings();
  const endTimeoutMs = DRAIN_SECONDS * 1_000 + stopTimeoutMs;
  stopWhenAsked(async () => {
    await drain(DRAIN_SECONDS);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    if (closeHttps) closeHttps();
    server.closeIdleConnections();
    livekit.close();
    await Promise.all([cable.close(), roomGuard.stop(), ...loops.map((loop) => loop.stop())]);
    // Next's own websockets end only with the process.
    await Promise.race([closed, sleep(drainTimeoutMs)]);
    await pages.close();
    await Promise.all([openBus().close(), db().$disconnect()]);
  }, endTimeoutMs);
  reportReady();
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

await serve().catch(exitWithMessage);
