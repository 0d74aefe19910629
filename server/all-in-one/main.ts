import { unwatchFile, watchFile } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '@/lib/core/errors';
import { urlHost } from '@/lib/core/url-host';
import { checkDatabase } from '@/lib/platform/db/check-database';
import { type AllInOneEnv, allInOneEnv } from '@/lib/platform/env/all-in-one-env';
import { hideSecrets } from '@/lib/platform/env/hide-secrets';
import { programEnv } from '@/lib/platform/env/program-env';
import { warnAboutSettings } from '@/lib/platform/env/warn-about-settings';
import { readPublicAddress } from '@/lib/platform/livekit/public-address';
import { log } from '@/lib/platform/log';
import { exitWithMessage } from '@/lib/platform/process/exit-with-message';
import { readLanAddresses } from '@/lib/platform/process/lan-addresses';
import { endOnUncaughtError, reportReady, stopWhenAsked } from '@/lib/platform/process/process-life';
import { productVersion } from '@/lib/platform/process/product-version';
import { findLivekit } from '@/scripts/find-livekit.mjs';
import type { Child } from './child';
import { claimDataDir, runsOn } from './data-dir';
import { httpsFolder, installationOf, requireRunningInstallation } from './installation';
import { type KeptRunning, keepRunning } from './keep-running';
import { endLeftOverWorkers } from './left-over-workers';
import { endLeftOverLivekit, startLivekit } from './livekit';
import { localPostgres, postgresStop } from './local-postgres';
import { logLine } from './log-line';
import { programFile, runNodeProgram, startNodeProgram } from './node-program';
import { type PortClaim, requireFreePorts, usableTcpPort } from './ports';
import { endLeftOverPostgres, startPostgres } from './postgres';
import { provideDatabase } from './product-database';
import { programSettings } from './program-settings';
import { provideCertificate } from './provide-certificate';
import { type LocalSecrets, loadSecrets, noteSecretsUsed, secretsFile } from './secrets';

/** From scripts/steps/watch.mjs, when a program of dist/ has been bundled again. */
const messageSchema = z.object({ restart: z.enum(['gateway', 'web', 'exporter']) });

type RestartableProgram = z.infer<typeof messageSchema>['restart'];

/**
 * In development: restarts a program when the process that started this one says that it has changed.
 * @param restart does nothing where the program has not been started yet: it will load what is new
 */
function restartWhenTold(restart: (program: RestartableProgram) => Promise<void>): void {
  process.on('message', (message) => {
    const { restart: program } = messageSchema.parse(message);
    restart(program).catch((error: unknown) => log.error({ err: error, program }, 'a program could not be restarted'));
  });
}

/*
 * The all-in-one program runs everything on one machine. It starts Postgres and LiveKit unless the settings name
 * others, runs migrate to its end, then starts gateway and web. It restarts programs that end unexpectedly, and at the
 * end stops all in the opposite order.
 */

/** More than the single time-outs can take together: ending early would leave orphans. */
const stopTimeoutMs = 60_000;
/** A laptop may change its network before a show. */
const certificateCheckMs = 60_000;
/** LiveKit's own default for media over TCP. */
const usualTcpPort = 7881;
/** How soon a run notices that `npm run rotate-secrets` has changed its secrets. */
const secretsCheckMs = 1_000;

interface Stop {
  signal: NodeJS.Signals;
  timeoutMs: number;
}

const stops = {
  postgres: postgresStop,
  // SIGTERM would make it wait for all participants; it has nothing to save.
  livekit: { signal: 'SIGTERM', timeoutMs: 500 },
  program: { signal: 'SIGTERM', timeoutMs: 12_000 },
  // Its workers go on, and its successor takes them over.
  replacedGateway: { signal: 'SIGUSR2', timeoutMs: 5_000 },
} satisfies Record<string, Stop>;

/** Cleanup steps; the end runs the last one first. */
const undo: (() => Promise<void>)[] = [];
const stopping = new AbortController();
/** Our own programs, from the moment in which they are being started. */
const ownPrograms = new Map<RestartableProgram, Promise<KeptRunning<Child>>>();
let livekitServer: KeptRunning<Child> | undefined;
/** Those that processes are started with, from now on. */
let secrets: LocalSecrets;

async function start(): Promise<void> {
  hideSecrets();
  const settings = allInOneEnv();
  if (settings.NODE_ENV === 'development') restartWhenTold(restartProgram);
  warnAboutSettings();
  const { dataDir, database: databaseName } = installationOf(settings);
  // A second run on the folder is refused by the claim.
  if (!(await runsOn(dataDir))) await requireRunningInstallation(settings);
  undo.push(await claimDataDir(dataDir, databaseName, settings.HTTPS_PORT));
  secrets = await loadSecrets(dataDir);
  const workerStateDir = path.join(dataDir, 'workers');
  const endWorkers = () => endLeftOverWorkers(workerStateDir, programFile('worker'));
  await endWorkers();
  await endLeftOverPostgres(path.join(dataDir, 'postgres'));
  await endLeftOverLivekit(path.join(dataDir, 'livekit'));
  await requireFreePorts(portClaims(settings));

  await together(
    provideMigratedDatabase(settings, dataDir),
    settings.LIVEKIT_URL ? requireLivekitKey(settings) : runLivekit(settings, dataDir),
  );
  // A gateway that is dead when the end comes, or has been killed, has left its workers behind.
  undo.push(endWorkers);
  await serveHttps(settings);
  await together(
    runProgram('gateway', settings, { WORKER_STATE_DIR: workerStateDir }),
    together(runProgram('web', settings), runProgram('exporter', settings)),
  );
  await noteSecretsUsed(dataDir);
  followSecrets(settings, dataDir);
  if (settings.TALLY_SWITCHER || settings.TALLY_DISPLAYS) await runTallyAgent(settings);
}

/** Makes a certificate for this machine's present names, and again when they change. One that is given stays as it is. */
async function serveHttps(settings: AllInOneEnv): Promise<void> {
  if (settings.HTTPS_PORT === undefined || settings.HTTPS_FOLDER !== undefined) return;
  const folder = httpsFolder(settings);
  const provide = async () => {
    const name = hostname();
    const names = ['localhost', name, `${name}.local`, '127.0.0.1', '::1', ...readLanAddresses()];
    if (await provideCertificate(folder, names)) log.info({ names }, 'https: made a certificate');
  };
  await provide();
  const timer = setInterval(() => {
    provide().catch((error: unknown) => log.error({ err: error }, 'https: the certificate could not be renewed'));
  }, certificateCheckMs);
  undo.push(async () => clearInterval(timer));
}

const isAnyAddress = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** Runs the agent for the switcher or displays in the settings. The agent itself reports missing settings. */
async function runTallyAgent({ HOST, PORT }: AllInOneEnv): Promise<void> {
  const host = isAnyAddress(HOST) ? '127.0.0.1' : urlHost(HOST);
  const env = programEnv('tally-agent', { TALLY_SERVER: `http://${host}:${PORT}` });
  await keep('tally-agent', () => startNodeProgram(programFile('tally-agent'), env, stopping.signal), stops.program);
}

/** Waits for both, also where one fails: what the other one has started must be known when everything is stopped. */
async function together<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}

async function provideMigratedDatabase(settings: AllInOneEnv, dataDir: string): Promise<void> {
  if (!settings.DATABASE_URL) {
    await keep('postgres', () => startPostgres(localPostgres(settings, dataDir, secrets)), stops.postgres);
    await provideDatabase(settings.POSTGRES_PORT, secrets);
  }
  const env = programEnv('migrate', programSettings(settings, secrets));
  await checkDatabase(String(env.DATABASE_URL));
  stopping.signal.throwIfAborted();
  await runNodeProgram(programFile('migrate'), env);
}

/**
 * Runs one of our own programs from now on, at each of its starts with the secrets of then.
 * @param own settings of this program alone
 */
async function runProgram(name: RestartableProgram, settings: AllInOneEnv, own = {}): Promise<void> {
  const start = () => {
    // Nothing that would have to notice is in front of it.
    const env = programEnv(name, Object.assign({ DRAIN_SECONDS: '0' }, programSettings(settings, secrets), own));
    return startNodeProgram(programFile(name), env, stopping.signal);
  };
  const kept = keep(name, start, stops.program);
  ownPrograms.set(name, kept);
  await kept;
}

/** Restarts a program with the current files of dist/ and the current secrets. */
async function restartProgram(name: RestartableProgram, { signal, timeoutMs }: Stop = stops.program): Promise<void> {
  const program = await ownPrograms.get(name);
  if (!stopping.signal.aborted) await program?.restart(signal, timeoutMs);
}

/** Takes over the secrets that `npm run rotate-secrets` writes while this runs. */
function followSecrets(settings: AllInOneEnv, dataDir: string): void {
  const file = secretsFile(dataDir);
  let turn = Promise.resolve();
  watchFile(file, { interval: secretsCheckMs }, () => {
    turn = turn
      .then(() => takeOverSecrets(settings, dataDir))
      .catch((error: unknown) => log.error({ err: error }, 'secrets: could not be taken over; the next start does it'));
  });
  undo.push(async () => {
    unwatchFile(file);
    await turn;
  });
}

async function takeOverSecrets(settings: AllInOneEnv, dataDir: string): Promise<void> {
  const written = await loadSecrets(dataDir);
  if (written.usedSince !== null || stopping.signal.aborted) return;
  log.info('secrets: taking over those of npm run rotate-secrets');
  const before = secrets;
  secrets = written;
  // It accepts the former key, too, by which the gateway signs until then.
  await livekitServer?.restart(stops.livekit.signal, stops.livekit.timeoutMs);
  if (!settings.DATABASE_URL) {
    await provideDatabase(settings.POSTGRES_PORT, written).catch((error: unknown) => {
      secrets = before;
      throw error;
    });
  }
  // Alone, so that encoders wait for it as short as can be.
  await restartProgram('gateway', stops.replacedGateway);
  await Promise.all([restartProgram('web'), restartProgram('exporter')]);
  if (stopping.signal.aborted) return;
  await noteSecretsUsed(dataDir);
  log.info('secrets: taken over');
}

/** Starts a process, keeps it running, and has it stopped in the end. */
async function keep<Process extends Child>(
  name: string,
  start: () => Promise<Process>,
  stop: Stop,
): Promise<KeptRunning<Process>> {
  stopping.signal.throwIfAborted();
  const kept = await keepRunning(name, start, stopping.signal);
  undo.push(() => kept.stop(stop.signal, stop.timeoutMs));
  return kept;
}

async function runLivekit(settings: AllInOneEnv, dataDir: string): Promise<void> {
  const program = findLivekit();
  if (!program) {
    throw new AppError('unavailable', 'There is no livekit-server; `npm start` gets one, or set LIVEKIT_SERVER_BIN.');
  }
  // Another program's LiveKit may have the usual one, and nobody has to know it: browsers are told.
  const tcpPort = settings.LIVEKIT_TCP_PORT ?? (await usableTcpPort(mediaHost(settings), usualTcpPort));
  const isChosen = settings.LIVEKIT_TCP_PORT !== undefined || tcpPort === usualTcpPort;
  if (!isChosen) log.info({ port: tcpPort }, 'livekit: media over TCP');
  const nodeIp = await readNodeIp(settings);
  const start = () =>
    startLivekit({
      program,
      directory: path.join(dataDir, 'livekit'),
      port: settings.LIVEKIT_PORT,
      rtcPort: settings.LIVEKIT_RTC_PORT,
      tcpPort,
      metrics: livekitMetrics(settings),
      keys: livekitKeys(settings),
      nodeIp,
      loopbackOnly: settings.LIVEKIT_LOOPBACK_ONLY,
      hasPublicSignalling: hasPublicSignalling(settings),
      env: programEnv(null),
      onLine: logLine('livekit'),
    });
  livekitServer = await keep('livekit', start, stops.livekit);
}

/** @returns the address that browsers are told, where it is none of this machine's own. Asks the STUN server that is named. */
async function readNodeIp({ NODE_IP, LIVEKIT_LOOPBACK_ONLY }: AllInOneEnv): Promise<string | null> {
  if (NODE_IP === undefined || LIVEKIT_LOOPBACK_ONLY) return null;
  const [, server] = /^stun:(.+)$/i.exec(NODE_IP) ?? [];
  if (server === undefined) return NODE_IP;
  const address = await readPublicAddress(server);
  log.info({ address, server }, 'livekit: browsers are told the address that a STUN server sees');
  return address;
}

const livekitMetrics = ({ LIVEKIT_METRICS_PORT: port, METRICS_TOKEN: token }: AllInOneEnv) =>
  port !== undefined && token !== undefined ? { port, token } : null;

/** The keys that livekit-server accepts: the present one, and the one from before a rotation. */
function livekitKeys(settings: AllInOneEnv): Record<string, string> {
  const { LIVEKIT_API_KEY, LIVEKIT_API_SECRET, LIVEKIT_API_KEY_FORMER, LIVEKIT_API_SECRET_FORMER } = programSettings(
    settings,
    secrets,
  );
  return Object.fromEntries(
    [
      [LIVEKIT_API_KEY, LIVEKIT_API_SECRET],
      [LIVEKIT_API_KEY_FORMER, LIVEKIT_API_SECRET_FORMER],
    ].filter(([key]) => key),
  );
}

async function requireLivekitKey({ LIVEKIT_API_KEY, LIVEKIT_API_SECRET }: AllInOneEnv): Promise<void> {
  if (LIVEKIT_API_KEY && LIVEKIT_API_SECRET) return;
  throw new AppError(
    'invalid_configuration',
    'LIVEKIT_URL names a LiveKit server, so LIVEKIT_API_KEY and LIVEKIT_API_SECRET must be set too.',
  );
}

/** Browsers that are sent to LiveKit by another address than the web server's reach it by way of some other machine. */
const hasPublicSignalling = (settings: AllInOneEnv): boolean =>
  settings.LIVEKIT_PUBLIC_URL !== undefined && !settings.LIVEKIT_LOOPBACK_ONLY;

const loopback = '127.0.0.1';
const mediaHost = (settings: AllInOneEnv): string => (settings.LIVEKIT_LOOPBACK_ONLY ? loopback : '0.0.0.0');

function portClaims(settings: AllInOneEnv): PortClaim[] {
  const signalHost = hasPublicSignalling(settings) ? '0.0.0.0' : loopback;
  const claims: PortClaim[] = [
    { protocol: 'TCP', host: settings.HOST, port: settings.PORT, variable: 'PORT' },
    ...(settings.HTTPS_PORT
      ? [{ protocol: 'TCP', host: settings.HOST, port: settings.HTTPS_PORT, variable: 'HTTPS_PORT' } as const]
      : []),
    { protocol: 'UDP', host: settings.GATEWAY_HOST, port: settings.SRT_INGEST_PORT, variable: 'SRT_INGEST_PORT' },
    { protocol: 'UDP', host: settings.GATEWAY_HOST, port: settings.SRT_VIEW_PORT, variable: 'SRT_VIEW_PORT' },
  ];
  if (!settings.DATABASE_URL) {
    claims.push({ protocol: 'TCP', host: loopback, port: settings.POSTGRES_PORT, variable: 'POSTGRES_PORT' });
  }
  if (!settings.LIVEKIT_URL) {
    claims.push({ protocol: 'TCP', host: signalHost, port: settings.LIVEKIT_PORT, variable: 'LIVEKIT_PORT' });
    const metrics = livekitMetrics(settings);
    if (metrics) {
      claims.push({ protocol: 'TCP', host: signalHost, port: metrics.port, variable: 'LIVEKIT_METRICS_PORT' });
    }
    const host = mediaHost(settings);
    claims.push({ protocol: 'UDP', host, port: settings.LIVEKIT_RTC_PORT, variable: 'LIVEKIT_RTC_PORT' });
    if (settings.LIVEKIT_TCP_PORT !== undefined) {
      claims.push({ protocol: 'TCP', host, port: settings.LIVEKIT_TCP_PORT, variable: 'LIVEKIT_TCP_PORT' });
    }
  }
  return claims;
}

function greet(settings: AllInOneEnv): void {
  const { PRODUCT_NAME, PORT, HTTPS_PORT, SRT_INGEST_PORT, SRT_VIEW_PORT } = settings;
  const { dataDir, database } = installationOf(settings);
  const [lan = 'localhost'] = readLanAddresses();
  const https = HTTPS_PORT
    ? `\n    Phones        https://${lan}:${HTTPS_PORT}   (each trusts it once: http://${lan}:${PORT}/trust)`
    : '';
  process.stdout.write(`
  ${PRODUCT_NAME} is up.

    Open          http://localhost:${PORT}${https}
    Cameras send  srt://localhost:${SRT_INGEST_PORT}   (each stream shows its own streamid)
    Players take  srt://localhost:${SRT_VIEW_PORT}
    Version       ${productVersion()}
    Data folder   ${dataDir}
    Database      ${database}
    Ctrl-C        ends everything

`);
}

async function undoAll(): Promise<void> {
  stopping.abort();
  for (const stop of undo.reverse()) await stop();
}

const started = start();
const end = stopWhenAsked(async () => {
  stopping.abort();
  await started.catch(() => undefined);
  await undoAll();
}, stopTimeoutMs);
// In order, or Postgres and LiveKit would stay.
endOnUncaughtError(() => end('an uncaught error', 1));

try {
  await started;
  reportReady();
  greet(allInOneEnv());
} catch (error) {
  // Asked to stop in the middle of the start: the end is under way already.
  if (!stopping.signal.aborted) {
    await undoAll();
    exitWithMessage(error);
  }
}
